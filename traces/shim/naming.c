/* What a record is called: <wall ns>-<pid>-<base name of argv[0]>.open, and .poll.open where a runtime only asks.
 *
 * Names begin with the time, so they sort by it. A runtime asks for VERSION and STATUS again and again, at every
 * change of a folder or every few seconds; such records have a quota of their own, and the name tells them apart. */
#define _GNU_SOURCE
#include "shim.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_poll(char **envp)
{
    for (; *envp != NULL; envp++)
        if (strncmp(*envp, "CNI_COMMAND=", 12) == 0)
            return strcmp(*envp + 12, "VERSION") == 0 || strcmp(*envp + 12, "STATUS") == 0;
    return false;
}

void name_record(struct record *record, uint64_t wall, const struct start *start)
{
    const char *program = start->argv[0];
    const char *base = program != NULL && strrchr(program, '/') != NULL ? strrchr(program, '/') + 1 : program;
    char number[24], *end;

    end = stpcpy(record->name, decimal(wall, number + sizeof number));
    *end++ = '-';
    end = stpcpy(end, decimal((uint64_t)getpid(), number + sizeof number));
    *end++ = '-';
    for (int count = 0; base != NULL && base[count] != '\0' && count < 64; count++)
        *end++ = strchr("/.\n", base[count]) == NULL && (unsigned char)base[count] > ' ' ? base[count] : '_';
    strcpy(end, is_poll(start->envp) ? ".poll.open" : ".open");
}

/* Whether a record's name, whatever its suffix, is that of a runtime that only asks. */
bool is_named_poll(const char *name)
{
    const char *dot = strchr(name, '.');

    return dot != NULL && strncmp(dot, ".poll.", 6) == 0;
}
