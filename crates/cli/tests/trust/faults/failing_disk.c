/* A disk that fails: loaded before the C library, it refuses the n-th call that touches a file below a folder.
 *
 *   FAULT_BELOW  the folder
 *   FAULT_NAMED  what the path has in it besides; anything without it
 *   FAULT_AT     which call, from 0; none is refused without it
 *   FAULT_ERRNO  what the refused call says
 *   FAULT_COUNT  a file that gets the number of calls, when the program ends
 *
 * Calls that are about a descriptor count if its file was opened below the folder. Nothing else is changed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define DESCRIPTORS 4096
static atomic_char below[DESCRIPTORS];
static atomic_long calls;

static int is_below(const char *path) {
    const char *folder = getenv("FAULT_BELOW"), *named = getenv("FAULT_NAMED");
    return folder && path && strncmp(path, folder, strlen(folder)) == 0 && (!named || strstr(path, named));
}

static int is_known(int descriptor) {
    return descriptor >= 0 && descriptor < DESCRIPTORS && below[descriptor];
}

/* Whether this very call is the one. */
static int refused(void) {
    const char *at = getenv("FAULT_AT");
    long number = atomic_fetch_add(&calls, 1);
    if (!at || number != atol(at)) return 0;
    const char *code = getenv("FAULT_ERRNO");
    errno = code ? atoi(code) : EIO;
    return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int opened(int descriptor, int counts) {
    if (descriptor >= 0 && descriptor < DESCRIPTORS) below[descriptor] = counts;
    return descriptor;
}

#define OPEN(name)                                                                                  \
    int name(const char *path, int flags, ...) {                                                    \
        va_list rest;                                                                               \
        va_start(rest, flags);                                                                      \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0;                   \
        va_end(rest);                                                                               \
        int counts = is_below(path);                                                                \
        if (counts && refused()) return -1;                                                         \
        return opened(NEXT(name)(path, flags, mode), counts);                                       \
    }
OPEN(open)
OPEN(open64)

#define ON_DESCRIPTOR(type, name, parameters, arguments, descriptor)                                \
    type name parameters {                                                                          \
        if (is_known(descriptor) && refused()) return -1;                                           \
        return NEXT(name) arguments;                                                                \
    }
ON_DESCRIPTOR(ssize_t, read, (int f, void *b, size_t n), (f, b, n), f)
ON_DESCRIPTOR(ssize_t, write, (int f, const void *b, size_t n), (f, b, n), f)
ON_DESCRIPTOR(int, fsync, (int f), (f), f)
ON_DESCRIPTOR(int, fdatasync, (int f), (f), f)
ON_DESCRIPTOR(off_t, lseek, (int f, off_t o, int w), (f, o, w), f)
ON_DESCRIPTOR(off64_t, lseek64, (int f, off64_t o, int w), (f, o, w), f)

int close(int descriptor) {
    if (is_known(descriptor)) below[descriptor] = 0;
    return NEXT(close)(descriptor);
}

#define ON_PATH(name, parameters, arguments, path)                                                  \
    int name parameters {                                                                           \
        if (is_below(path) && refused()) return -1;                                                 \
        return NEXT(name) arguments;                                                                \
    }
ON_PATH(mkdir, (const char *p, mode_t m), (p, m), p)
ON_PATH(unlink, (const char *p), (p), p)
ON_PATH(rename, (const char *a, const char *b), (a, b), b)
ON_PATH(link, (const char *a, const char *b), (a, b), b)
ON_PATH(linkat, (int d, const char *a, int e, const char *b, int f), (d, a, e, b, f), b)

#define MAP(name, offset)                                                                           \
    void *name(void *a, size_t n, int p, int g, int f, offset o) {                                  \
        if (is_known(f) && refused()) return MAP_FAILED;                                            \
        return NEXT(name)(a, n, p, g, f, o);                                                        \
    }
MAP(mmap, off_t)
MAP(mmap64, off64_t)

__attribute__((destructor)) static void tell(void) {
    const char *path = getenv("FAULT_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%ld\n", (long)calls);
    fclose(file);
}
