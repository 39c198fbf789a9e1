/* The signals between the caller and the plugin.
 *
 * All of them are blocked and read from a descriptor, so that none can interrupt or kill us. The mask and the ignored
 * set that we were given go to the plugin as they were. */
#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MASK_BYTES = 8 };

/* Block every signal, so that they are read instead; false where that fails. The C libraries' own calls leave some
 * signals out. */
bool signals_take(struct relay *relay, struct start *start)
{
    const uint64_t all = ~UINT64_C(0);
    struct sigaction action;

    if (syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &start->mask, MASK_BYTES) != 0)
        return false;
    relay->blocked = start->mask;
    if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN) {
        start->child_ignored = true; /* with it ignored there is no status to wait for */
        signal(SIGCHLD, SIG_DFL);
    }
    relay->signals = above_stdio((int)syscall(SYS_signalfd4, -1, &all, MASK_BYTES, SFD_CLOEXEC | SFD_NONBLOCK));
    return true;
}

void signals_give_back(const struct start *start)
{
    if (start->child_ignored)
        signal(SIGCHLD, SIG_IGN);
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &start->mask, NULL, MASK_BYTES);
}

/* Whether a signal came of a write of our own. */
static bool is_ours(const struct signalfd_siginfo *info)
{
    return (info->ssi_signo == SIGPIPE || info->ssi_signo == SIGXFSZ) && info->ssi_pid == (uint32_t)getpid();
}

static bool is_for_plugin(const struct relay *relay, const struct signalfd_siginfo *info)
{
    int number = (int)info->ssi_signo;

    if (number == SIGCHLD || relay->child == 0 || is_ours(info))
        return false;
    if (info->ssi_code != SI_KERNEL)
        return true;
    if (number == SIGXFSZ || number == SIGXCPU)
        return false; /* our own use; the plugin has a count of its own */
    if (number == SIGINT || number == SIGQUIT || number == SIGWINCH || number == SIGTSTP)
        return getpgid(relay->child) != getpgrp(); /* a terminal has sent it to the whole group */
    return true;
}

static void note_signal(struct relay *relay, const struct signalfd_siginfo *info)
{
    char bytes[128];
    struct text text = {.bytes = bytes, .room = sizeof bytes};

    text_number(&text, "signal", info->ssi_signo);
    text_number(&text, "sender", info->ssi_pid);
    text_number(&text, "uid", info->ssi_uid);
    record_frame(relay->record, 'S', 0, bytes, text.used);
}

/* Pass on the signals that have come, and see whether the plugin has ended. */
void signals_pass_on(struct relay *relay)
{
    struct signalfd_siginfo info;

    while (read(relay->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        if (is_for_plugin(relay, &info)) {
            note_signal(relay, &info);
            kill(relay->child, (int)info.ssi_signo);
        }
    }
    if (relay->child == 0)
        return;
    pid_t ended = wait4(relay->child, &relay->status, WNOHANG, &relay->usage);
    if (ended < 0 && errno == ECHILD)
        relay->status = 255 << 8; /* never seen; nobody else can wait for it */
    if (ended == relay->child || (ended < 0 && errno == ECHILD)) {
        relay->child = 0;
        relay->ended = record_age(relay->record);
    }
}

static uint64_t bit(int number)
{
    return UINT64_C(1) << (number - 1);
}

/* Whether a signal ends a program that has not asked for anything else. */
static bool is_deadly(int number)
{
    const uint64_t harmless = bit(SIGCHLD) | bit(SIGCONT) | bit(SIGURG) | bit(SIGWINCH) | bit(SIGTSTP) | bit(SIGTTIN) |
                              bit(SIGTTOU);
    struct sigaction action;

    if (sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
        return false;
    return (harmless & bit(number)) == 0;
}

/* While no plugin runs: a signal that would end it is relay->killer, one that it was to be given blocked is kept. */
void signals_obey(struct relay *relay)
{
    struct signalfd_siginfo info;

    while (read(relay->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        int number = (int)info.ssi_signo;
        bool blocked = (relay->blocked & bit(number)) != 0;
        if (number == SIGCHLD || is_ours(&info) || (!blocked && !is_deadly(number)))
            continue;
        note_signal(relay, &info);
        if (blocked)
            relay->deferred |= bit(number);
        else if (relay->killer == 0)
            relay->killer = number;
    }
}

/* The plugin finds pending what was pending for it while it could not be there. */
void signals_catch_up(const struct relay *relay)
{
    for (int number = 1; number <= 64; number++)
        if ((relay->deferred & bit(number)) != 0)
            kill(relay->child, number);
}
