/* What the parts of the recorder share. shim.c says what the program is and promises. */
#ifndef CNISTEP_SHIM_H
#define CNISTEP_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

/* The settings stand in the image itself, at the magic: they are found without a file, a descriptor or /proc.
 * traces/shim/image.py writes them and knows this layout. A limit of 0 stands for its default. */
struct settings {
    char magic[16];
    uint32_t version;
    uint32_t prune_every; /* a prune pass at every so many calls */
    uint32_t sync;        /* not 0: every record is on the disk before the call ends */
    uint32_t poll_limit;  /* records of VERSION and STATUS that a prune pass leaves */
    uint64_t stream_limit; /* bytes kept of each stream */
    uint64_t free_floor;   /* bytes that must be free in the spool's file system, or nothing is recorded */
    uint64_t file_limit;   /* records and bytes that a prune pass leaves, those of VERSION and STATUS included */
    uint64_t byte_limit;
    char real[4096];  /* the plugin */
    char home[4096];  /* where the plugin is if it is not at `real`, or empty */
    char spool[4096]; /* the folder for the records; empty: nothing is recorded */
    char gate[108];   /* the socket at which a call waits to be let go; empty: none does */
    uint32_t gate_seconds; /* how long it waits at most; 0: for ever */
};

const struct settings *settings(void);

/* The start of the plugin, however it is executed. */
struct start {
    const char *path;
    char **argv, **envp;
    int ends[3];   /* what becomes the child's descriptors 0 to 2; -1: left as they are */
    uint64_t mask; /* the signal mask that we were given */
    bool child_ignored; /* SIGCHLD was ignored when we were started */
    pid_t parent, child;
    int error;
};

const char *plugin_path(void);
int execute(struct start *start);
int spawn(struct start *start);
int start_plugin(struct start *start, int (*way)(struct start *));

/* Text fields of a frame: NAME=VALUE, each ended by a NUL. */
struct text {
    char *bytes;
    size_t used, room;
};

void text_pair(struct text *text, const char *name, const char *value);
void text_number(struct text *text, const char *name, uint64_t value);
char *decimal(uint64_t value, char *end);

enum { LIST_LIMIT = 65536 }; /* bytes kept of the arguments, and of the environment */
enum { FRAME_CUT = 1, FRAME_END = 2 }; /* flags: the payload was cut here; the stream ended */

/* One call's file in the spool. Every function is harmless on a record that is not open or has broken. */
struct record {
    int folder, file;
    char name[128];
    uint64_t born; /* CLOCK_BOOTTIME */
    off_t whole;   /* bytes up to the end of the last whole frame */
    bool broken;
};

void name_record(struct record *record, uint64_t wall, const struct start *start);
bool is_named_poll(const char *name);
uint64_t record_age(const struct record *record);
bool record_open(struct record *record, const struct start *start);
void record_frame(struct record *record, char type, int flags, const void *payload, size_t length);
void record_close(struct record *record, const char *suffix);
void record_prune(const struct record *record);

enum { CHUNK = 65536 }; /* bytes that a stream's buffer holds */

/* One direction of data. Stdin whose `to` alone is gone is read by nobody but us. */
struct stream {
    int from, to;
    char type;
    bool fifo, socket; /* what `to` is */
    size_t begin, end; /* of what is in the buffer */
    uint64_t total, kept, goal;
    char *buffer;
};

struct relay {
    struct stream streams[3];
    struct record *record;
    int signals; /* a signalfd for all signals */
    pid_t child; /* 0 once it has been waited for */
    int status;
    uint64_t ended; /* the record's age then */
    struct rusage usage;
    bool pruned;
    uint64_t blocked, deferred; /* the signals that we were given blocked; those of them that came at the gate */
    int gate;                   /* a socket; -1: nobody is there */
    int killer;                 /* the signal that ended the wait at the gate */
    uint64_t until;             /* the record's age at which that wait is over; 0: never */
};

bool relay_open(struct relay *relay, struct start *start);
void relay_release(struct relay *relay, struct start *start);
void relay_until_exit(struct relay *relay);
bool relay_is_held(struct relay *relay);
void relay_until_end(struct relay *relay);
void relay_keep_stdin(struct relay *relay);
void relay_drop(struct relay *relay);
uint64_t stream_limit(void);
void relay_keep(struct relay *relay, struct stream *stream, const char *bytes, size_t length);
void relay_flush(struct stream *stream);
bool relay_feed(struct relay *relay, struct start *start, char *bytes, size_t length);
void relay_hand_back(const struct relay *relay);
bool signals_take(struct relay *relay, struct start *start);
void signals_pass_on(struct relay *relay);
void signals_give_back(const struct start *start);
void signals_obey(struct relay *relay);
void signals_catch_up(const struct relay *relay);

/* What the two sides of the gate say to each other: bytes that end in a NUL, with a chunk's room behind them. */
struct part {
    char *bytes;
    size_t length;
    bool given;
};

enum readiness { READY, LATE, ENDED };

int gate_connect(void);
enum readiness gate_await(struct relay *relay, int descriptor, short events, int limit);
void gate_set_deadline(struct relay *relay);
uint32_t gate_number(const char *from);
bool gate_send(struct relay *relay, char type, const char *bytes, size_t length);
bool gate_send_number(struct relay *relay, char type, uint32_t number);
bool gate_send_list(struct relay *relay, char type, char **list);
char gate_receive(struct relay *relay, struct part *part);
bool gate_pass(struct relay *relay, struct start *start);
void gate_leave(struct relay *relay);

int above_stdio(int descriptor);
int refuse(const char *path, int error, struct record *record);

#endif
