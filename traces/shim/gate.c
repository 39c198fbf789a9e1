/* The gate: in a run of our own a call waits here until whoever looks on lets it go.
 *
 * Whoever listens at the socket of the settings is told the call, and may give the plugin another stdin and
 * environment, or answer in its place. Where nobody listens, or the talk breaks off, or takes too long, the call goes
 * on as it came. */
#define _GNU_SOURCE
#include "shim.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STDIN_HELD = 64 << 20 }; /* bytes of stdin that we keep in memory */
enum { SILENCE = 1000 };        /* milliseconds: a caller that sends no more may keep stdin open all the same */

enum { INPUT, ENVIRONMENT, OUTPUT, ERRORS, PARTS };
static const char part_types[] = "IEOR";

struct given {
    struct part parts[PARTS];
    int status; /* of an answer; -1: the plugin is to be executed */
};

/* Read stdin until the caller closes it, has not sent anything for a while, or has sent more than we hold. */
static void read_stdin(struct relay *relay)
{
    struct stream *input = &relay->streams[0];
    size_t room = CHUNK;
    char *bytes = input->from >= 0 ? malloc(room) : NULL;

    if (bytes == NULL)
        return;
    input->buffer = bytes;
    while (room - input->end >= CHUNK && gate_await(relay, input->from, POLLIN, SILENCE) == READY) {
        ssize_t count = read(input->from, input->buffer + input->end, CHUNK);
        if (count == 0)
            record_frame(relay->record, 'I', FRAME_END, NULL, 0);
        if (count <= 0)
            return;
        relay_keep(relay, input, input->buffer + input->end, (size_t)count);
        input->end += (size_t)count;
        if (room - input->end >= CHUNK || room >= STDIN_HELD || (bytes = realloc(input->buffer, 2 * room)) == NULL)
            continue;
        input->buffer = bytes;
        room *= 2;
    }
}

static bool ask(struct relay *relay, const struct start *start)
{
    const struct stream *input = &relay->streams[0];
    const char *name = relay->record->name;

    return gate_send(relay, 'N', name, (size_t)(strrchr(name, '.') - name)) &&
           gate_send(relay, 'I', input->buffer, input->end) && gate_send_list(relay, 'E', start->envp) &&
           gate_send(relay, 'Q', NULL, 0);
}

/* What is said until the call may go on; false where the talk breaks off. */
static bool hear(struct relay *relay, struct given *given)
{
    for (;;) {
        struct part part = {0};
        char type = gate_receive(relay, &part);
        const char *place = type != 0 ? strchr(part_types, type) : NULL;
        if (place != NULL) {
            given->parts[place - part_types] = part;
            continue;
        }
        if (type == 'S' && part.length == 4)
            given->status = (int)(gate_number(part.bytes) & 0xffff);
        return given->status >= 0 || (type == 'G' && part.length == 0);
    }
}

/* The strings of a part, each of which ends in a NUL; NULL where there is no memory for the list. */
static char **list_of(const struct part *part)
{
    size_t count = 0, place = 0;

    for (size_t index = 0; index < part->length; index++)
        count += part->bytes[index] == '\0';
    char **list = calloc(count + 2, sizeof *list);
    for (size_t entry = 0; list != NULL && place < part->length; entry++) {
        list[entry] = part->bytes + place;
        place += strlen(list[entry]) + 1;
    }
    return list;
}

/* Give the plugin what it is to have in the place of what the caller has sent, as far as that can be done. */
static void change(struct relay *relay, struct start *start, struct given *given)
{
    struct part *input = &given->parts[INPUT], *environment = &given->parts[ENVIRONMENT];
    char **list = environment->given ? list_of(environment) : NULL;

    input->given = input->given && relay_feed(relay, start, input->bytes, input->length);
    environment->given = list != NULL;
    if (list != NULL)
        start->envp = list;
}

static void note_part(const struct relay *relay, char type, const struct part *part, uint64_t limit)
{
    bool cut = part->length > limit;

    if (part->given)
        record_frame(relay->record, type, cut ? FRAME_CUT : 0, part->bytes, cut ? (size_t)limit : part->length);
}

static void note_going(const struct relay *relay, const char *touched)
{
    char bytes[128];
    struct text text = {.bytes = bytes, .room = sizeof bytes};

    text_number(&text, "held", record_age(relay->record));
    text_pair(&text, "touched", touched);
    record_frame(relay->record, 'G', 0, bytes, text.used);
}

static void go(struct relay *relay, struct start *start, struct given *given)
{
    const struct part *input = &given->parts[INPUT], *environment = &given->parts[ENVIRONMENT];

    change(relay, start, given);
    note_part(relay, 'J', input, stream_limit());
    note_part(relay, 'K', environment, LIST_LIMIT);
    note_going(relay, input->given && environment->given ? "stdin,env"
                      : input->given                     ? "stdin"
                      : environment->given               ? "env"
                                                         : "");
}

/* Write a part of an answer to the caller, recorded like a plugin's output. */
static void put(struct relay *relay, int number, const struct part *part)
{
    struct stream *stream = &relay->streams[number == 2 && relay->streams[1].type == 'M' ? 1 : number];
    size_t sent = 0;
    ssize_t count;

    if (stream->to < 0) { /* a terminal, or closed */
        while (sent < part->length && (count = write(number, part->bytes + sent, part->length - sent)) > 0)
            sent += (size_t)count;
        return;
    }
    relay_keep(relay, stream, part->bytes, part->length);
    stream->buffer = part->bytes;
    stream->end = part->length;
    while (stream->begin < stream->end && gate_await(relay, stream->to, POLLOUT, -1) != ENDED)
        relay_flush(stream);
}

static void leave(struct relay *relay)
{
    close(relay->gate);
    relay->gate = -1;
}

/* Wait before the plugin is executed. False where it is not to be: then relay->status says how the call has ended. */
bool gate_pass(struct relay *relay, struct start *start)
{
    struct given given = {.status = -1};

    relay->gate = gate_connect();
    if (relay->gate < 0)
        return true;
    read_stdin(relay);
    gate_set_deadline(relay);
    if (!ask(relay, start) || !hear(relay, &given)) {
        leave(relay);
        given = (struct given){.status = -1};
    }
    relay->until = 0;
    if (relay->killer == 0 && given.status < 0) {
        go(relay, start, &given);
        return true;
    }
    if (relay->killer == 0) {
        note_going(relay, "answer");
        put(relay, 1, &given.parts[OUTPUT]);
        put(relay, 2, &given.parts[ERRORS]);
    }
    relay->status = relay->killer != 0 ? relay->killer : given.status;
    relay->ended = record_age(relay->record);
    relay_drop(relay);
    return false;
}

/* Wait once more when all is over, so that the caller does not go on before it may. */
void gate_leave(struct relay *relay)
{
    struct part part;

    if (relay->gate < 0)
        return;
    gate_set_deadline(relay);
    if (gate_send_number(relay, 'X', (uint32_t)relay->status))
        gate_receive(relay, &part);
    leave(relay);
}
