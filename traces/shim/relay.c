/* The data between the caller and the plugin.
 *
 * What is read is recorded first and passed on then. Stdin that the plugin does not read is recorded too, as far as the
 * caller has sent it or sends it right after starting us; the plugin is seen as closing it no later than that. */
#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { SOON = 1000, SENT_BY = 100 }; /* milliseconds; SENT_BY: of our life */

static void end_stream(struct stream *stream)
{
    close(stream->from);
    close(stream->to);
    stream->from = stream->to = -1;
    stream->begin = stream->end = 0;
}

static bool is_unread(const struct stream *stream)
{
    return stream->from >= 0 && stream->to < 0;
}

/* Nobody is at the far end any more. What the caller has sent on stdin is still ours to record. */
static void lose_far_end(struct stream *stream)
{
    if (stream->type != 'I') {
        end_stream(stream);
        return;
    }
    close(stream->to);
    stream->to = -1;
    stream->begin = stream->end = 0;
}

/* How many milliseconds more may pass until the caller has sent what it sends at the start. */
static int patience(const struct relay *relay)
{
    uint64_t age = record_age(relay->record) / 1000000;

    return age < SENT_BY ? (int)(SENT_BY - age) : 0;
}

uint64_t stream_limit(void)
{
    return settings()->stream_limit != 0 ? settings()->stream_limit : 1 << 20;
}

/* Record what a stream brought, as far as its limit goes. */
void relay_keep(struct relay *relay, struct stream *stream, const char *bytes, size_t length)
{
    uint64_t room = stream_limit() - stream->kept;
    size_t part = length < room ? length : (size_t)room;

    stream->total += length;
    if (part == 0)
        return;
    stream->kept += part;
    record_frame(relay->record, stream->type, part < length ? FRAME_CUT : 0, bytes, part);
}

/* Write what is in the buffer, without ever blocking: the caller's descriptors are not ours to make so. */
void relay_flush(struct stream *stream)
{
    size_t length = stream->end - stream->begin;
    const char *bytes = stream->buffer + stream->begin;
    ssize_t count;

    if (stream->socket)
        count = send(stream->to, bytes, length, MSG_DONTWAIT);
    else
        count = write(stream->to, bytes, stream->fifo && length > PIPE_BUF ? PIPE_BUF : length);
    if (count < 0 && errno != EAGAIN && errno != EINTR)
        lose_far_end(stream);
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
    relay_keep(relay, stream, stream->buffer, stream->end);
    if (is_unread(stream)) {
        stream->end = 0;
        if (stream->total > stream->kept)
            end_stream(stream); /* there is nothing more to record */
    } else if (stream->type == 'I') {
        relay_flush(stream);
    }
}

/* Wait for something to happen, at most so many milliseconds (-1: for ever), and do what it asks for. */
static bool step(struct relay *relay, int timeout)
{
    struct pollfd polled[7] = {{.fd = relay->signals, .events = POLLIN}};
    struct stream *input = &relay->streams[0];
    int left = is_unread(input) ? patience(relay) : -1;

    for (int index = 0; index < 3; index++) {
        const struct stream *stream = &relay->streams[index];
        bool full = stream->begin < stream->end;
        polled[1 + 2 * index] = (struct pollfd){.fd = full ? -1 : stream->from, .events = POLLIN};
        polled[2 + 2 * index] = (struct pollfd){.fd = stream->to, .events = full ? POLLOUT : 0};
    }
    int count = poll(polled, 7, left >= 0 && (timeout < 0 || left < timeout) ? left : timeout);
    if (left == 0 && polled[1].revents == 0)
        end_stream(input);
    if (count < 0) /* never seen; not to be a busy loop if it comes */
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    if (count <= 0) {
        signals_pass_on(relay); /* should news of the plugin's end ever get lost */
        return false;
    }
    for (int index = 0; index < 3; index++) /* before anything is passed on: the next write must meet it */
        if ((polled[2 + 2 * index].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0)
            lose_far_end(&relay->streams[index]);
    for (int index = 0; index < 3; index++) {
        struct stream *stream = &relay->streams[index];
        if (stream->from < 0)
            continue;
        if (polled[2 + 2 * index].revents != 0 && stream->to >= 0)
            relay_flush(stream);
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

/* Relay until the plugin has ended, everything that it wrote is passed on, and stdin is recorded if it left some. */
void relay_until_exit(struct relay *relay)
{
    struct stream *streams = relay->streams;

    while (relay->child > 0)
        if (!step(relay, relay->pruned ? SOON : 0) && !relay->pruned) {
            relay->pruned = true; /* the plugin works and nothing waits for us */
            record_prune(relay->record);
        }
    if (poll(&(struct pollfd){.fd = streams[0].to}, 1, 0) > 0)
        lose_far_end(&streams[0]);
    for (int index = 1; index < 3; index++) {
        int left = 0;
        ioctl(streams[index].from, FIONREAD, &left);
        streams[index].goal = streams[index].total + (uint64_t)left;
    }
    while (!is_settled(&streams[1]) || !is_settled(&streams[2]) || is_unread(&streams[0]))
        step(relay, -1);
}

/* Whether somebody still holds the plugin's end of a stream. */
bool relay_is_held(struct relay *relay)
{
    struct stream *streams = relay->streams;

    for (int index = 1; index < 3; index++) {
        struct pollfd end = {.fd = streams[index].from, .events = POLLIN};
        if (poll(&end, 1, 0) > 0 && (end.revents & POLLIN) == 0)
            end_stream(&streams[index]);
    }
    return streams[0].from >= 0 || streams[1].from >= 0 || streams[2].from >= 0;
}

void relay_until_end(struct relay *relay)
{
    while (relay->streams[0].from >= 0 || relay->streams[1].from >= 0 || relay->streams[2].from >= 0)
        step(relay, -1);
}

/* The plugin could not be executed: record what it would have been given. */
void relay_keep_stdin(struct relay *relay)
{
    struct stream *input = &relay->streams[0];

    lose_far_end(input);
    while (is_unread(input))
        step(relay, -1);
}

/* There is no plugin to relay for. */
void relay_drop(struct relay *relay)
{
    for (int index = 0; index < 3; index++)
        end_stream(&relay->streams[index]);
}
