// Hides one feature of an x86-64 processor from a program: HIDE=bmi2 LD_PRELOAD=hide.so PROGRAM
//
// The kernel lets each CPUID instruction of the program trap (arch_prctl, "CPUID faulting" of Intel's and AMD's manuals), and
// the handler here answers without the feature. The hidden instructions themselves still work. The program does not start if
// the kernel or the processor cannot do that, or if the feature is not known.
#define _GNU_SOURCE
#include <asm/prctl.h>
#include <cpuid.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

// Leaf of CPUID, register (0 to 3: EAX to EDX) and bit. Source: Intel's Software Developer's Manual, volume 2, CPUID.
static const struct feature {
    const char *name;
    unsigned leaf, reg, bit;
} FEATURES[] = {
    {"popcnt", 1, 2, 23},       {"lzcnt", 0x80000001, 2, 5}, {"bmi1", 7, 1, 3},       {"avx2", 7, 1, 5},
    {"bmi2", 7, 1, 8},          {"avx512f", 7, 1, 16},       {"avx512dq", 7, 1, 17},  {"avx512cd", 7, 1, 28},
    {"avx512bw", 7, 1, 30},     {"avx512vl", 7, 1, 31},      {"avx512vbmi", 7, 2, 1}, {"avx512vbmi2", 7, 2, 6},
    {"gfni", 7, 2, 8},          {"avx512bitalg", 7, 2, 12},  {"avx512vpopcntdq", 7, 2, 14},
};

static const struct feature *hidden;

static long let_cpuid(int works) {
    return syscall(SYS_arch_prctl, ARCH_SET_CPUID, works);
}

static void answer(int signal_number, siginfo_t *info, void *context) {
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    const unsigned char *code = (const unsigned char *)registers[REG_RIP];
    (void)info;
    if (code[0] != 0x0f || code[1] != 0xa2) {
        // Any other fault: it happens again, and ends the program.
        signal(signal_number, SIG_DFL);
        return;
    }
    unsigned leaf = registers[REG_RAX], subleaf = registers[REG_RCX], values[4];
    let_cpuid(1);
    __cpuid_count(leaf, subleaf, values[0], values[1], values[2], values[3]);
    let_cpuid(0);
    if (leaf == hidden->leaf && (leaf != 7 || subleaf == 0)) {
        values[hidden->reg] &= ~(1u << hidden->bit);
    }
    registers[REG_RAX] = values[0];
    registers[REG_RBX] = values[1];
    registers[REG_RCX] = values[2];
    registers[REG_RDX] = values[3];
    registers[REG_RIP] += 2;
}

__attribute__((constructor)) static void hide(void) {
    const char *name = getenv("HIDE");
    for (size_t i = 0; name && i < sizeof FEATURES / sizeof *FEATURES; i++) {
        if (strcmp(name, FEATURES[i].name) == 0) {
            hidden = &FEATURES[i];
        }
    }
    struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO | SA_NODEFER};
    if (!hidden || sigaction(SIGSEGV, &action, NULL) != 0 || let_cpuid(0) != 0) {
        fprintf(stderr, "cannot hide %s\n", name ? name : "nothing");
        _exit(77);
    }
}
