/* One call's record: a file of frames in the spool, locked while it grows and renamed when it is whole.
 *
 * Eight bytes of magic, then frames: type u8, flags u8, 0 u16, length u32, nanoseconds since the start u64, payload; in
 * the byte order of the machine. traces/shim/spool.py reads them. Whatever fails here, the call goes on unrecorded. */
#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

enum { ANCESTORS = 6 };

struct frame {
    uint8_t type, flags;
    uint16_t zero;
    uint32_t length;
    uint64_t time;
};

/* A descriptor of ours must not take the place of one that the caller has closed. */
int above_stdio(int descriptor)
{
    if (descriptor < 0 || descriptor > 2)
        return descriptor;
    int higher = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    close(descriptor);
    return higher;
}

static uint64_t now(clockid_t clock)
{
    struct timespec time = {0};

    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void add(struct text *text, const char *bytes, size_t length)
{
    if (length > text->room - text->used)
        length = text->room - text->used;
    memcpy(text->bytes + text->used, bytes, length);
    text->used += length;
}

void text_pair(struct text *text, const char *name, const char *value)
{
    add(text, name, strlen(name));
    add(text, "=", 1);
    add(text, value, strlen(value) + 1);
}

/* Write a number so that it ends (with a NUL) before `end`; its first digit is returned. */
char *decimal(uint64_t value, char *end)
{
    *--end = '\0';
    do {
        *--end = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    return end;
}

void text_number(struct text *text, const char *name, uint64_t value)
{
    char digits[24];

    text_pair(text, name, decimal(value, digits + sizeof digits));
}

static bool read_file(const char *path, char *to, size_t room)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);

    if (file < 0)
        return false;
    ssize_t count = read(file, to, room - 1);
    close(file);
    to[count > 0 ? count : 0] = '\0';
    return count > 0;
}

/* The parent, its parent and so on, as «PID COMM»: by these a delegate's call finds the call that made it. */
static void add_ancestors(struct text *text)
{
    char path[40], stat[512], number[24];
    pid_t pid = getppid();
    ssize_t length = readlink("/proc/self", stat, sizeof stat - 1);
    bool readable;

    stat[length > 0 ? length : 0] = '\0';
    readable = atoi(stat) == getpid(); /* otherwise it is the /proc of another pid namespace */
    for (int count = 0; count < ANCESTORS && pid > 0; count++) {
        char *digits = decimal((uint64_t)pid, number + sizeof number);
        char *name, *end;
        stpcpy(stpcpy(stpcpy(path, "/proc/"), digits), "/stat");
        bool known = readable && read_file(path, stat, sizeof stat) && (name = strchr(stat, '(')) != NULL &&
                     (end = strrchr(name, ')')) != NULL && end[1] == ' ';
        add(text, "ancestor=", 9);
        add(text, digits, strlen(digits));
        if (!known) {
            add(text, " ", 2);
            return;
        }
        *end = '\0';
        *name = ' ';
        add(text, name, strlen(name) + 1);
        pid = atoi(end + 4); /* after «) S » */
    }
}

static void add_header(struct text *text, const struct record *record, uint64_t wall)
{
    char line[4096];
    struct stat namespace = {0};

    text_number(text, "version", 1);
    text_pair(text, "real", settings()->real);
    text_number(text, "wall", wall);
    text_number(text, "boot", record->born);
    if (read_file("/proc/sys/kernel/random/boot_id", line, 37))
        text_pair(text, "boot_id", line);
    text_number(text, "pid", (uint64_t)getpid());
    text_number(text, "uid", (uint64_t)geteuid());
    if (getcwd(line, sizeof line) != NULL)
        text_pair(text, "cwd", line);
    stat("/proc/self/ns/pid", &namespace);
    text_number(text, "pidns", namespace.st_ino);
    add_ancestors(text);
}

/* The strings of a list, each with its NUL; false where they had to be cut. */
static bool add_list(struct text *text, char **list)
{
    for (; *list != NULL; list++) {
        size_t length = strlen(*list) + 1;
        if (length > text->room - text->used) {
            add(text, *list, length);
            return false;
        }
        add(text, *list, length);
    }
    return true;
}

/* A file system that may hang, or that knows no locks, is no place for a spool. */
static bool is_local(const struct statfs *system)
{
    static const uint32_t remote[] = {0x6969, 0xff534d42, 0xfe534d42, 0x65735546, 0x01021997, 0x00c36400, 0x5346414f};

    for (size_t index = 0; index < sizeof remote / sizeof *remote; index++)
        if ((uint32_t)system->f_type == remote[index])
            return false;
    return true;
}

static bool open_folder(struct record *record)
{
    const uint64_t floor = settings()->free_floor != 0 ? settings()->free_floor : 16 << 20;
    struct stat folder;
    struct statfs system;

    record->folder = above_stdio(open(settings()->spool, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (record->folder < 0)
        return false;
    if (fstat(record->folder, &folder) == 0 && folder.st_uid == geteuid() && (folder.st_mode & 022) == 0 &&
        fstatfs(record->folder, &system) == 0 && is_local(&system) &&
        (uint64_t)system.f_bavail * (uint64_t)system.f_bsize >= floor)
        return true;
    close(record->folder);
    return false;
}

/* A reader that asks whether we live holds the lock for a moment: it is worth a few tries, not more. */
static void lock(int file)
{
    for (int tries = 0; tries < 20 && flock(file, LOCK_EX | LOCK_NB) != 0; tries++)
        nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
}

static void write_frames(struct record *record, struct iovec *parts, int count)
{
    ssize_t all = 0, written;

    for (int index = 0; index < count; index++)
        all += (ssize_t)parts[index].iov_len;
    written = writev(record->file, parts, count);
    if (written == all) {
        record->whole += all;
        return;
    }
    record->broken = true;
    if (written > 0 && ftruncate(record->file, record->whole) != 0)
        errno = 0; /* a torn last frame is what readers expect anyway */
}

static void write_header(struct record *record, const struct start *start, uint64_t wall)
{
    static char header[16384], arguments[LIST_LIMIT], environment[LIST_LIMIT];
    struct text texts[3] = {{.bytes = header, .room = sizeof header},
                            {.bytes = arguments, .room = sizeof arguments},
                            {.bytes = environment, .room = sizeof environment}};
    struct frame frames[3] = {{.type = 'H'}, {.type = 'A'}, {.type = 'E'}};
    struct iovec parts[7] = {{(void *)"cnistep\1", 8}};

    add_header(&texts[0], record, wall);
    frames[1].flags = add_list(&texts[1], start->argv) ? 0 : FRAME_CUT;
    frames[2].flags = add_list(&texts[2], start->envp) ? 0 : FRAME_CUT;
    for (int index = 0; index < 3; index++) {
        frames[index].length = (uint32_t)texts[index].used;
        parts[1 + 2 * index] = (struct iovec){&frames[index], sizeof frames[index]};
        parts[2 + 2 * index] = (struct iovec){texts[index].bytes, texts[index].used};
    }
    write_frames(record, parts, 7);
}

/* Begin the record of this call. False, with nothing left behind, where it cannot be recorded. */
bool record_open(struct record *record, const struct start *start)
{
    uint64_t wall = now(CLOCK_REALTIME);

    *record = (struct record){.folder = -1, .file = -1, .born = now(CLOCK_BOOTTIME)};
    if (!open_folder(record))
        return false;
    name_record(record, wall, start);
    record->file = above_stdio(openat(record->folder, record->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (record->file >= 0) {
        lock(record->file);
        fchmod(record->file, 0600); /* whatever the umask */
        write_header(record, start, wall);
        if (!record->broken)
            return true;
        close(record->file);
    }
    unlinkat(record->folder, record->name, 0);
    close(record->folder);
    return false;
}

/* Nanoseconds since the start of the call. */
uint64_t record_age(const struct record *record)
{
    return now(CLOCK_BOOTTIME) - record->born;
}

void record_frame(struct record *record, char type, int flags, const void *payload, size_t length)
{
    struct frame frame = {.type = (uint8_t)type, .flags = (uint8_t)flags, .length = (uint32_t)length};
    struct iovec parts[2] = {{&frame, sizeof frame}, {(void *)payload, length}};

    if (record->broken)
        return;
    frame.time = record_age(record);
    write_frames(record, parts, 2);
}

/* Give the file the name of its end; `.cut` instead where the recording broke. */
void record_close(struct record *record, const char *suffix)
{
    char name[sizeof record->name];

    strcpy(name, record->name);
    strcpy(strrchr(name, '.'), record->broken ? ".cut" : suffix);
    if (settings()->sync != 0)
        fdatasync(record->file);
    renameat(record->folder, record->name, record->folder, name);
    close(record->file);
    close(record->folder);
}
