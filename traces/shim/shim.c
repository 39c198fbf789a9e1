/* cnistep-shim: stands where a CNI plugin is looked for, runs the plugin and keeps a record of the call.
 *
 * Neither the caller nor the plugin may notice it. Bytes, exit status, arguments, environment, signals and
 * descriptors pass as they are; whatever goes wrong with the recording, the plugin still runs, if need be by a plain
 * execve in our place. The only output of its own is a CNI error object where the plugin cannot be executed. */
#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static struct settings block = {
    .magic = {'c', 'n', 'i', 's', 't', 'e', 'p', '-', 's', 'e', 't', 't', 'i', 'n', 'g', 's'},
    .version = 2,
};

const struct settings *settings(void)
{
    const struct settings *place = &block;

    /* The block is patched after the compiler has seen it: it must not believe the values above. */
    __asm__("" : "+r"(place) : : "memory");
    return place;
}

/* Whether the call is to be recorded. Without CNI_COMMAND it is no call (a daemon, `--version`). A plugin that gains
 * rights by being executed would lose them, or the tie that lets it die with us, as our child. */
static bool is_recordable(const struct start *start)
{
    struct stat plugin;
    char **entry = start->envp;

    while (*entry != NULL && strncmp(*entry, "CNI_COMMAND=", 12) != 0)
        entry++;
    if (*entry == NULL || settings()->spool[0] == '\0')
        return false;
    if (stat(start->path, &plugin) != 0)
        return true;
    if ((plugin.st_mode & S_ISUID) != 0 && plugin.st_uid != geteuid())
        return false;
    if ((plugin.st_mode & S_ISGID) != 0 && plugin.st_gid != getegid())
        return false;
    return geteuid() == 0 || getxattr(start->path, "security.capability", NULL, 0) <= 0;
}

static int become(struct start *start)
{
    int error = start_plugin(start, execute);
    return refuse(start->path, error, NULL);
}

static uint64_t microseconds(struct timeval time)
{
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_usec;
}

static void note_exit(struct relay *relay)
{
    char bytes[256];
    struct text text = {.bytes = bytes, .room = sizeof bytes};
    const struct stream *streams = relay->streams;

    text_number(&text, "status", (uint64_t)relay->status);
    text_number(&text, "ended", relay->ended);
    text_number(&text, "utime", microseconds(relay->usage.ru_utime));
    text_number(&text, "stime", microseconds(relay->usage.ru_stime));
    text_number(&text, "maxrss", (uint64_t)relay->usage.ru_maxrss);
    text_number(&text, "stdin", streams[0].total);
    text_number(&text, "stdout", streams[1].total);
    text_number(&text, "stderr", streams[2].total);
    record_frame(relay->record, 'X', 0, bytes, text.used);
}

static void finish_record(struct relay *relay)
{
    record_frame(relay->record, 'Z', 0, NULL, 0);
    record_close(relay->record, relay->status == 0 ? ".ok" : ".err");
}

/* End as the plugin ended: with its code, or by its signal (but with no core of ours). */
static int end_alike(int status)
{
    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status);
    const struct rlimit none = {0, 0};
    struct start unblocked = {.mask = ~(UINT64_C(1) << (WTERMSIG(status) - 1))};

    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_DUMPABLE, 0);
    signal(WTERMSIG(status), SIG_DFL);
    kill(getpid(), WTERMSIG(status));
    signals_give_back(&unblocked);
    return 128 + WTERMSIG(status); /* the first process of a pid namespace does not die of its own signals */
}

/* The plugin has ended, or what stands in its place, and all of its output is passed on. */
static int finish(struct relay *relay)
{
    note_exit(relay);
    gate_leave(relay);
    if (relay_is_held(relay)) {
        record_frame(relay->record, 'B', 0, NULL, 0);
        /* Without another process to be had we stay, as a caller that reads to the end would wait anyway. */
        if (fork() > 0)
            return end_alike(relay->status);
        relay_until_end(relay);
    }
    finish_record(relay);
    return end_alike(relay->status);
}

static int run(struct start *start, struct relay *relay)
{
    char number[24];
    struct text text = {.bytes = number, .room = sizeof number};

    text_number(&text, "pid", (uint64_t)start->child);
    record_frame(relay->record, 'P', 0, number, text.used);
    relay_release(relay, start);
    signals_catch_up(relay);
    relay_until_exit(relay);
    return finish(relay);
}

/* The plugin could not be executed. */
static int give_up(const struct start *start, struct relay *relay, int error)
{
    relay_keep_stdin(relay);
    int code = refuse(start->path, error, relay->record);
    relay->status = code << 8;
    gate_leave(relay);
    finish_record(relay);
    return code;
}

int main(int argc, char **argv, char **envp)
{
    struct start start = {.path = plugin_path(), .argv = argv, .envp = envp, .parent = getpid()};
    struct record record;
    struct relay relay = {.record = &record, .gate = -1};

    (void)argc;
    if (start.path == NULL)
        return refuse(settings()->real, ELOOP, NULL);
    if (!is_recordable(&start) || !record_open(&record, &start))
        return become(&start);
    if (!signals_take(&relay, &start)) {
        record_close(&record, ".cut");
        return become(&start);
    }
    if (relay.signals >= 0 && relay_open(&relay, &start)) {
        if (!gate_pass(&relay, &start))
            return finish(&relay);
        int error = start_plugin(&start, spawn);
        if (error == 0 && start.child > 0)
            return run(&start, &relay);
        if (error != 0)
            return give_up(&start, &relay, error);
        relay_hand_back(&relay);
    }
    record_close(&record, ".cut");
    signals_give_back(&start);
    return become(&start);
}
