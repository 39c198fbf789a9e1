/* The one thing that we say ourselves: a CNI error object, where the plugin cannot be executed. */
#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static void add_json(char *to, size_t room, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    size_t used = strlen(to);

    for (; *text != '\0' && used + 7 < room; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\') {
            to[used++] = '\\';
            to[used++] = *text;
        } else if (byte < 0x20 || byte > 0x7e) {
            memcpy(to + used, "\\u00", 4);
            to[used + 4] = digits[byte >> 4];
            to[used + 5] = digits[byte & 15];
            used += 6;
        } else {
            to[used++] = *text;
        }
    }
    to[used] = '\0';
}

/* The CNI error object (code 5: I/O failure) for a plugin that cannot be executed. */
static size_t error_object(char *to, size_t room, const char *path, int error)
{
    to[0] = '\0';
    strcat(to, "{\"code\": 5, \"msg\": \"cnistep: cannot execute ");
    add_json(to, room - 200, path);
    strcat(to, "\", \"details\": \"");
    add_json(to, room - 8, error == ELOOP ? "the recorder points at itself" : strerror(error));
    strcat(to, "\"}\n");
    return strlen(to);
}

/* Say that the plugin cannot be executed, on stdout and in the record (NULL: there is none); the exit code. */
int refuse(const char *path, int error, struct record *record)
{
    char object[6000], number[64];
    int code = error == ENOENT ? 127 : 126;
    size_t length = error_object(object, sizeof object, path, error);
    struct text text = {.bytes = number, .room = sizeof number};

    if (record != NULL) {
        text_number(&text, "errno", (uint64_t)error);
        text_number(&text, "exit", (uint64_t)code);
        record_frame(record, 'N', 0, number, text.used);
        record_frame(record, 'O', 0, object, length);
    }
    for (size_t sent = 0; sent < length;) {
        ssize_t count = write(1, object + sent, length - sent);
        if (count <= 0)
            break;
        sent += (size_t)count;
    }
    return code;
}
