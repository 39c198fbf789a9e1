/* Where the plugin is, and how it is executed. */
#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static bool is_us(const struct stat *file)
{
    struct stat self;
    const char *name = (const char *)getauxval(AT_EXECFN);

    if (stat("/proc/self/exe", &self) != 0 && (name == NULL || stat(name, &self) != 0))
        return false;
    return self.st_dev == file->st_dev && self.st_ino == file->st_ino;
}

/* Whether a file is a recorder too, by its content; one that cannot be read is taken for one. */
static bool is_recorder(const char *path)
{
    static char bytes[65536];
    size_t overlap = 0;
    ssize_t length;
    bool found = false;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    if (file < 0)
        return true;
    while (!found && (length = read(file, bytes + overlap, sizeof bytes - overlap)) > 0) {
        size_t all = overlap + (size_t)length;
        found = memmem(bytes, all, settings()->magic, sizeof settings()->magic) != NULL;
        overlap = all < sizeof settings()->magic ? all : sizeof settings()->magic - 1;
        memmove(bytes, bytes + all - overlap, overlap);
    }
    close(file);
    return found;
}

/* The plugin's path: the real one; home where that is missing or is this very file. NULL where only we are left. */
const char *plugin_path(void)
{
    const char *real = settings()->real, *home = settings()->home;
    struct stat file;
    bool ourselves = false;

    if (stat(real, &file) == 0) {
        ourselves = is_us(&file);
        if (!ourselves)
            return real;
    } else if (errno != ENOENT) {
        return real;
    }
    if (home[0] != '\0' && stat(home, &file) == 0 && !is_us(&file) && !(ourselves && is_recorder(home)))
        return home;
    return ourselves ? NULL : real;
}

/* Execute the plugin in our place; the errno, if that fails. */
int execute(struct start *start)
{
    execve(start->path, start->argv, start->envp);
    return errno;
}

/* The child, in our memory until its execve (as after vfork). */
static int child_main(void *argument)
{
    struct start *start = argument;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != start->parent)
        kill(getpid(), SIGKILL);
    for (int descriptor = 0; descriptor < 3; descriptor++)
        if (start->ends[descriptor] >= 0)
            dup2(start->ends[descriptor], descriptor);
    signals_give_back(start);
    start->error = execute(start);
    _exit(127);
}

/* Execute the plugin as our child. Its start->child is negative where no process is to be had. */
int spawn(struct start *start)
{
    static _Alignas(16) char stack[32768];

    start->error = 0;
    start->child = clone(child_main, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, start);
    if (start->child >= 0 && start->error != 0)
        waitpid(start->child, NULL, 0);
    return start->error;
}

/* Execute the plugin as patiently as libcni does (six tries, a second apart, while its file is being written to).
 * libcni sees our file, not the plugin's, so its own patience does not help. */
int start_plugin(struct start *start, int (*way)(struct start *))
{
    const struct timespec second = {.tv_sec = 1};
    bool moved = false;
    int tries = 1;

    for (;;) {
        int error = way(start);
        if (error == ETXTBSY && tries++ < 6) {
            nanosleep(&second, NULL);
            continue;
        }
        const char *other = error == ENOENT && !moved ? plugin_path() : NULL;
        if (other == NULL || strcmp(other, start->path) == 0)
            return error;
        start->path = other;
        moved = true;
    }
}
