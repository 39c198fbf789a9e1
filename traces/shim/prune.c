/* Keep the spool small: now and then, while a plugin works, the oldest records go. Those of VERSION and STATUS, which
 * runtimes ask for without end, go first and have a limit of their own; those of failures go last. */
#define _GNU_SOURCE
#include "shim.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct kept {
    char name[128];
    uint64_t bytes;
    enum { POLL, GOOD, FAILED } rank; /* in this order they go */
};

struct pile {
    struct kept *records;
    size_t count, polls, room;
    uint64_t bytes;
};

/* An `.open` record is over if nobody holds its lock: its recorder was killed. */
static bool is_over(int folder, const char *name, const char *suffix)
{
    if (strcmp(suffix, ".open") != 0)
        return true;
    int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    bool over = file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0;
    if (file >= 0)
        close(file);
    return over;
}

static void add_to_pile(struct pile *pile, int folder, const char *name)
{
    const char *suffix = strrchr(name, '.');
    struct stat file;

    if (suffix == NULL || suffix == name || strlen(name) >= sizeof pile->records->name)
        return;
    if (fstatat(folder, name, &file, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(file.st_mode))
        return;
    if (!is_over(folder, name, suffix))
        return;
    if (pile->count == pile->room) {
        size_t room = pile->room != 0 ? 2 * pile->room : 1024;
        struct kept *records = realloc(pile->records, room * sizeof *records);
        if (records == NULL)
            return;
        pile->records = records;
        pile->room = room;
    }
    struct kept *record = &pile->records[pile->count++];
    strcpy(record->name, name);
    record->bytes = (uint64_t)file.st_size;
    record->rank = is_named_poll(name) ? POLL : strcmp(suffix, ".ok") == 0 ? GOOD : FAILED;
    pile->polls += record->rank == POLL;
    pile->bytes += record->bytes;
}

/* By rank, then by name, which begins with the time. */
static int first_to_go(const void *left, const void *right)
{
    const struct kept *one = left, *other = right;

    if (one->rank != other->rank)
        return one->rank < other->rank ? -1 : 1;
    return strcmp(one->name, other->name);
}

static void prune(int folder, struct pile *pile)
{
    const uint64_t files = settings()->file_limit != 0 ? settings()->file_limit : 4096;
    const uint64_t bytes = settings()->byte_limit != 0 ? settings()->byte_limit : 128 << 20;
    const size_t polls = settings()->poll_limit != 0 ? settings()->poll_limit : 128;
    const size_t too_many = pile->polls > polls ? pile->polls - polls : 0;

    if (pile->count <= files && pile->bytes <= bytes && too_many == 0)
        return;
    qsort(pile->records, pile->count, sizeof *pile->records, first_to_go);
    for (size_t gone = 0; pile->count - gone > files || pile->bytes > bytes || gone < too_many; gone++) {
        if (gone == pile->count)
            return;
        unlinkat(folder, pile->records[gone].name, 0);
        pile->bytes -= pile->records[gone].bytes;
    }
}

static bool is_due(uint64_t wall)
{
    uint32_t every = settings()->prune_every != 0 ? settings()->prune_every : 64;

    return wall / 1024 % every == 0;
}

void record_prune(const struct record *record)
{
    struct pile pile = {0};
    struct dirent *entry;

    if (!is_due(record->born))
        return;
    int descriptor = openat(record->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (folder == NULL) {
        close(descriptor);
        return;
    }
    while ((entry = readdir(folder)) != NULL)
        add_to_pile(&pile, record->folder, entry->d_name);
    prune(record->folder, &pile);
    free(pile.records);
    closedir(folder);
}
