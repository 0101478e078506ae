/* Clocks that go wrong: put before a program by LD_PRELOAD. CHESS_FAULTS_CLOCK is back, still or leap. */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static atomic_long looks;

int clock_gettime(clockid_t id, struct timespec *now) {
    long result = syscall(SYS_clock_gettime, id, now);
    const char *way = getenv("CHESS_FAULTS_CLOCK");
    if (result != 0 || way == NULL) {
        return (int)result;
    }
    long look = atomic_fetch_add(&looks, 1);
    if (strcmp(way, "back") == 0) {
        now->tv_sec -= 1 + look;
        if (now->tv_sec < 1) {
            now->tv_sec = 1;
        }
    } else if (strcmp(way, "still") == 0) {
        now->tv_sec = 1000000000;
        now->tv_nsec = 0;
    } else if (look >= 3) {
        now->tv_sec += 3L * 365 * 86400;
    }
    return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec exact;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &exact);
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *seconds) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (seconds != NULL) {
        *seconds = exact.tv_sec;
    }
    return exact.tv_sec;
}
