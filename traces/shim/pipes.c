/* The pipes that lie between the caller, us and the plugin.
 *
 * A stream that is a terminal, a folder, closed or open the wrong way round is left to the plugin as it is; every other
 * one becomes a pipe with us in the middle. */
#define _GNU_SOURCE
#include "shim.h"

#include <fcntl.h>
#include <linux/kcmp.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static bool is_relayed(int descriptor, struct stat *file)
{
    int flags = fcntl(descriptor, F_GETFL);

    if (flags < 0 || (flags & O_PATH) != 0 || fstat(descriptor, file) != 0 || S_ISDIR(file->st_mode))
        return false;
    if (S_ISCHR(file->st_mode) && isatty(descriptor))
        return false;
    return (flags & O_ACCMODE) != (descriptor == 0 ? O_WRONLY : O_RDONLY);
}

/* Whether stdout and stderr are one file: then they get one pipe, or their order would be lost. */
static bool is_one_file(const struct stat *out, const struct stat *err)
{
    if (out->st_dev != err->st_dev || out->st_ino != err->st_ino)
        return false;
    if (S_ISCHR(out->st_mode))
        return out->st_rdev != makedev(1, 3); /* in /dev/null there is no order */
    if (!S_ISREG(out->st_mode))
        return true;
    if ((fcntl(1, F_GETFL) & fcntl(2, F_GETFL) & O_APPEND) != 0)
        return true;
    return syscall(SYS_kcmp, getpid(), getpid(), KCMP_FILE, 1, 2) == 0;
}

static bool open_stream(struct relay *relay, struct start *start, int number, const struct stat *file)
{
    static char buffers[3][CHUNK];
    struct stream *stream = &relay->streams[number];
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    int reader = above_stdio(ends[0]), writer = above_stdio(ends[1]);
    if (reader < 0 || writer < 0)
        return false;
    *stream = (struct stream){.type = "IOR"[number], .buffer = buffers[number]};
    if (number == 0) {
        stream->from = 0;
        stream->to = writer;
        start->ends[0] = reader;
        fcntl(writer, F_SETFL, O_NONBLOCK);
    } else {
        stream->from = reader;
        stream->to = number;
        start->ends[number] = writer;
        stream->fifo = S_ISFIFO(file->st_mode);
        stream->socket = S_ISSOCK(file->st_mode);
        fcntl(reader, F_SETFL, O_NONBLOCK);
    }
    return true;
}

bool relay_open(struct relay *relay, struct start *start)
{
    struct stat files[3];
    bool relayed[3];

    for (int number = 0; number < 3; number++) {
        relay->streams[number].from = relay->streams[number].to = -1;
        start->ends[number] = -1;
        relayed[number] = is_relayed(number, &files[number]);
    }
    bool one = relayed[1] && relayed[2] && is_one_file(&files[1], &files[2]);
    for (int number = 0; number < 3; number++)
        if (relayed[number] && !(one && number == 2) && !open_stream(relay, start, number, &files[number]))
            return false;
    if (one) {
        relay->streams[1].type = 'M';
        start->ends[2] = start->ends[1];
    }
    return true;
}

/* Have the plugin read these bytes on stdin, and then its end; false where there is no pipe for it. The bytes have a
 * chunk's room behind them. */
bool relay_feed(struct relay *relay, struct start *start, char *bytes, size_t length)
{
    struct stream *input = &relay->streams[0];
    int empty[2];

    if (pipe2(empty, O_CLOEXEC) != 0)
        return false;
    int reader = above_stdio(empty[0]);
    close(empty[1]);
    if (reader < 0 || (input->from < 0 && !open_stream(relay, start, 0, NULL)))
        return false;
    input->from = reader;
    input->buffer = bytes;
    input->begin = 0;
    input->end = length;
    return true;
}

/* The plugin is to be executed in our place: what we have read of stdin, and it has not, goes back there. */
void relay_hand_back(const struct relay *relay)
{
    const struct stream *input = &relay->streams[0];
    size_t begin = input->begin;
    ssize_t count = 1;

    if (begin == input->end)
        return;
    int file = (int)syscall(SYS_memfd_create, "stdin", 0);
    while (begin < input->end && (count = write(file, input->buffer + begin, input->end - begin)) > 0)
        begin += (size_t)count;
    lseek(file, 0, SEEK_SET);
    if (count > 0 && file != 0 && dup2(file, 0) == 0)
        close(file);
}

static int ascending(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

/* Close all descriptors from one to another. Before Linux 5.9 that takes a call for each that there may be. */
static void close_range_of(unsigned first, unsigned last)
{
    if (syscall(SYS_close_range, first, last, 0) == 0)
        return;
    for (unsigned descriptor = first; descriptor <= last && descriptor < 1024; descriptor++)
        close((int)descriptor);
}

/* Let go of everything that is the plugin's now: a far end must see when the plugin closes its copy. */
void relay_release(struct relay *relay, struct start *start)
{
    const struct stream *streams = relay->streams;
    int kept[] = {relay->signals,   relay->record->folder, relay->record->file, streams[0].from, streams[0].to,
                  streams[1].from,  streams[1].to,         streams[2].from,     streams[2].to,   relay->gate};
    unsigned first = 0;

    relay->child = start->child;
    qsort(kept, sizeof kept / sizeof *kept, sizeof *kept, ascending);
    for (size_t index = 0; index < sizeof kept / sizeof *kept; index++) {
        if (kept[index] < 0)
            continue;
        if ((unsigned)kept[index] > first)
            close_range_of(first, (unsigned)kept[index] - 1);
        first = (unsigned)kept[index] + 1;
    }
    close_range_of(first, ~0U);
}
