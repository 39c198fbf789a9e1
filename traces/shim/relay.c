/* The data between the caller and the plugin.
 *
 * A stream that is a terminal, a folder, closed or open the wrong way round is left to the plugin as it is; every other
 * one becomes a pipe with us in the middle. What is read is recorded first and passed on then. */
#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/kcmp.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

enum { CHUNK = 65536, SOON = 1000 };

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
                  streams[1].from,  streams[1].to,         streams[2].from,     streams[2].to};
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

static void end_stream(struct stream *stream)
{
    close(stream->from);
    close(stream->to);
    stream->from = stream->to = -1;
    stream->begin = stream->end = 0;
}

static void keep(struct relay *relay, struct stream *stream, size_t length)
{
    const uint64_t limit = settings()->stream_limit != 0 ? settings()->stream_limit : 1 << 20;
    uint64_t room = limit - stream->kept;
    size_t part = length < room ? length : (size_t)room;

    stream->total += length;
    if (part == 0)
        return;
    stream->kept += part;
    record_frame(relay->record, stream->type, part < length ? FRAME_CUT : 0, stream->buffer, part);
}

/* Write what is in the buffer, without ever blocking: the caller's descriptors are not ours to make so. */
static void flush(struct stream *stream)
{
    size_t length = stream->end - stream->begin;
    const char *bytes = stream->buffer + stream->begin;
    ssize_t count;

    if (stream->socket)
        count = send(stream->to, bytes, length, MSG_DONTWAIT);
    else
        count = write(stream->to, bytes, stream->fifo && length > PIPE_BUF ? PIPE_BUF : length);
    if (count < 0 && errno != EAGAIN && errno != EINTR)
        end_stream(stream);
    else if (count > 0 && (stream->begin += (size_t)count) == stream->end)
        stream->begin = stream->end = 0;
}

static void fill(struct relay *relay, struct stream *stream)
{
    ssize_t count = read(stream->from, stream->buffer, CHUNK);

    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count <= 0) {
        record_frame(relay->record, stream->type, FRAME_END, NULL, 0);
        end_stream(stream);
        return;
    }
    stream->end = (size_t)count;
    keep(relay, stream, stream->end);
    if (stream->type == 'I')
        flush(stream);
}

/* Wait for something to happen, at most so many milliseconds (-1: for ever), and do what it asks for. */
static bool step(struct relay *relay, int timeout)
{
    struct pollfd polled[7] = {{.fd = relay->signals, .events = POLLIN}};

    for (int index = 0; index < 3; index++) {
        const struct stream *stream = &relay->streams[index];
        bool full = stream->begin < stream->end;
        polled[1 + 2 * index] = (struct pollfd){.fd = full ? -1 : stream->from, .events = POLLIN};
        polled[2 + 2 * index] = (struct pollfd){.fd = stream->to, .events = full ? POLLOUT : 0};
    }
    int count = poll(polled, 7, timeout);
    if (count < 0) /* never seen; not to be a busy loop if it comes */
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    if (count <= 0) {
        signals_pass_on(relay); /* should news of the plugin's end ever get lost */
        return false;
    }
    for (int index = 0; index < 3; index++) /* before anything is passed on: the next write must meet it */
        if ((polled[2 + 2 * index].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0)
            end_stream(&relay->streams[index]);
    for (int index = 0; index < 3; index++) {
        struct stream *stream = &relay->streams[index];
        if (stream->from < 0)
            continue;
        if (polled[2 + 2 * index].revents != 0)
            flush(stream);
        else if (polled[1 + 2 * index].revents != 0)
            fill(relay, stream);
    }
    if (polled[0].revents != 0)
        signals_pass_on(relay);
    return true;
}

static bool is_settled(const struct stream *stream)
{
    return stream->from < 0 || (stream->begin == stream->end && stream->total >= stream->goal);
}

/* Relay until the plugin has ended and everything that it wrote is passed on. */
void relay_until_exit(struct relay *relay)
{
    while (relay->child > 0)
        if (!step(relay, relay->pruned ? SOON : 0) && !relay->pruned) {
            relay->pruned = true; /* the plugin works and nothing waits for us */
            record_prune(relay->record);
        }
    for (int index = 1; index < 3; index++) {
        struct stream *stream = &relay->streams[index];
        int left = 0;
        ioctl(stream->from, FIONREAD, &left);
        stream->goal = stream->total + (uint64_t)left;
    }
    while (!is_settled(&relay->streams[1]) || !is_settled(&relay->streams[2]))
        step(relay, -1);
}

/* Whether somebody still holds the plugin's end of a stream. */
bool relay_is_held(struct relay *relay)
{
    bool held = false;

    for (int index = 0; index < 3; index++) {
        struct stream *stream = &relay->streams[index];
        struct pollfd end = {.fd = index == 0 ? stream->to : stream->from, .events = index == 0 ? 0 : POLLIN};
        if (poll(&end, 1, 0) > 0 && (end.revents & POLLIN) == 0)
            end_stream(stream);
        held = held || stream->from >= 0;
    }
    return held;
}

void relay_until_end(struct relay *relay)
{
    while (relay->streams[0].from >= 0 || relay->streams[1].from >= 0 || relay->streams[2].from >= 0)
        step(relay, -1);
}

/* The plugin could not be executed: keep what it would have been given, if that is there already. */
void relay_keep_stdin(struct relay *relay)
{
    struct stream *stream = &relay->streams[0];
    struct pollfd ready = {.fd = stream->from, .events = POLLIN};

    while (stream->from >= 0 && poll(&ready, 1, 100) > 0) {
        ssize_t count = read(stream->from, stream->buffer, CHUNK);
        if (count <= 0)
            return;
        keep(relay, stream, (size_t)count);
    }
}
