/* How the recorder talks at the gate: frames of type u8, length u32 (little endian) and payload, both ways.
 *
 * Nothing here blocks but gate_await, and that one gives way to signals and to the deadline. traces/shim/gate.py is the
 * other end. */
#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { LARGEST = 128 << 20 }; /* bytes of a frame */

/* A connection to whoever listens at the socket of the settings; -1: nobody does. */
int gate_connect(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    if (settings()->gate[0] == '\0')
        return -1;
    memcpy(address.sun_path, settings()->gate, sizeof address.sun_path - 1);
    int gate = above_stdio(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (gate >= 0 && connect(gate, (struct sockaddr *)&address, sizeof address) == 0)
        return gate;
    if (gate >= 0)
        close(gate);
    return -1;
}

/* The wait that begins now ends at the latest when the settings say so. */
void gate_set_deadline(struct relay *relay)
{
    uint64_t seconds = settings()->gate_seconds;

    relay->until = seconds != 0 ? record_age(relay->record) + seconds * 1000000000 : 0;
}

/* Milliseconds until the deadline, but no more than the limit; -1: for ever. */
static int time_left(const struct relay *relay, int limit)
{
    const uint64_t most = 1 << 30;
    uint64_t now = record_age(relay->record), left = relay->until > now ? (relay->until - now) / 1000000 + 1 : 0;

    if (relay->until == 0 || (limit >= 0 && (uint64_t)limit < left))
        return limit;
    return (int)(left < most ? left : most);
}

/* Wait for a descriptor, at most so many milliseconds (-1: for ever). A signal that ends a plugin ends the wait. */
enum readiness gate_await(struct relay *relay, int descriptor, short events, int limit)
{
    while (relay->killer == 0) {
        struct pollfd polled[2] = {{.fd = relay->signals, .events = POLLIN}, {.fd = descriptor, .events = events}};
        int count = poll(polled, 2, time_left(relay, limit));
        if (count > 0 && polled[0].revents != 0)
            signals_obey(relay);
        if (relay->killer == 0 && count > 0 && polled[1].revents != 0)
            return READY;
        if (relay->killer == 0 && (count == 0 || (count < 0 && errno != EINTR)))
            return LATE;
    }
    return ENDED;
}

/* Whether one more try to move bytes is worth it: some were moved, or may be now. */
static bool may_go_on(struct relay *relay, ssize_t count, short events)
{
    if (count > 0)
        return true;
    if (count == 0 || (errno != EAGAIN && errno != EINTR))
        return false;
    return gate_await(relay, relay->gate, events, -1) == READY;
}

static bool send_bytes(struct relay *relay, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t count = send(relay->gate, bytes, length, MSG_NOSIGNAL);
        if (!may_go_on(relay, count, POLLOUT))
            return false;
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        }
    }
    return true;
}

static bool receive_bytes(struct relay *relay, char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t count = recv(relay->gate, bytes, length, 0);
        if (!may_go_on(relay, count, POLLIN))
            return false;
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        }
    }
    return true;
}

static void put_number(char *to, uint32_t number)
{
    for (int index = 0; index < 4; index++)
        to[index] = (char)(number >> (8 * index) & 255);
}

uint32_t gate_number(const char *from)
{
    uint32_t number = 0;

    for (int index = 3; index >= 0; index--)
        number = number << 8 | (unsigned char)from[index];
    return number;
}

static bool send_head(struct relay *relay, char type, size_t length)
{
    char head[5] = {type};

    put_number(head + 1, (uint32_t)length);
    return send_bytes(relay, head, sizeof head);
}

bool gate_send(struct relay *relay, char type, const char *bytes, size_t length)
{
    return send_head(relay, type, length) && send_bytes(relay, bytes, length);
}

bool gate_send_number(struct relay *relay, char type, uint32_t number)
{
    char bytes[4];

    put_number(bytes, number);
    return gate_send(relay, type, bytes, sizeof bytes);
}

/* Send strings, each with its NUL. */
bool gate_send_list(struct relay *relay, char type, char **list)
{
    size_t length = 0;

    for (char **entry = list; *entry != NULL; entry++)
        length += strlen(*entry) + 1;
    if (!send_head(relay, type, length))
        return false;
    for (; *list != NULL; list++)
        if (!send_bytes(relay, *list, strlen(*list) + 1))
            return false;
    return true;
}

/* The next frame's type; 0 where there is none, or none that can be. */
char gate_receive(struct relay *relay, struct part *part)
{
    char head[5];

    if (!receive_bytes(relay, head, sizeof head) || gate_number(head + 1) > LARGEST)
        return 0;
    *part = (struct part){.length = gate_number(head + 1), .given = true};
    part->bytes = malloc(part->length + CHUNK);
    if (part->bytes == NULL || !receive_bytes(relay, part->bytes, part->length))
        return 0;
    part->bytes[part->length] = '\0';
    return head[0];
}
