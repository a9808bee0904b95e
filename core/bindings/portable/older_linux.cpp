// What glibc 2.28 and the C++ library of GCC 8 lack, for a core that is built on a newer system
// and shall run there.
//
// Linked with --wrap for the functions of `NEWER_FUNCTIONS` (portable.cmake): a call of `pow`
// becomes one of `__wrap_pow`, which calls the oldest version of the function. What stands at the
// end bears the names of the C++ library itself, whose shared part would call it if it were seen
// outside of the core. The same holds for inline functions of that library (exports.map).
#include <pthread.h>

#include <ctime>
#include <new>

// The first version of glibc's symbols, which all later ones still have.
#if defined(__x86_64__)
#define OLDEST_VERSION "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define OLDEST_VERSION "GLIBC_2.17"
#else
#error "which version of glibc's symbols is the oldest of this processor?"
#endif

#define OLDEST(name) __asm__(".symver oldest_" #name "," #name "@" OLDEST_VERSION)

extern "C" {

// The newer versions differ in errno alone, which the core does not ask for.
OLDEST(exp);
OLDEST(exp2);
OLDEST(log);
OLDEST(pow);
double oldest_exp(double);
double oldest_exp2(double);
double oldest_log(double);
double oldest_pow(double, double);
double __wrap_exp(double x) { return oldest_exp(x); }
double __wrap_exp2(double x) { return oldest_exp2(x); }
double __wrap_log(double x) { return oldest_log(x); }
double __wrap_pow(double x, double y) { return oldest_pow(x, y); }

// It has moved from one library to another, no more.
OLDEST(pthread_once);
int oldest_pthread_once(pthread_once_t*, void (*)());
int __wrap_pthread_once(pthread_once_t* once, void (*routine)()) {
  return oldest_pthread_once(once, routine);
}

// As the C++ library does where there is none: what is left of the time, on the clock that all
// versions wait by.
int __wrap_pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                  clockid_t clock, const timespec* until) {
  constexpr long kSecond = 1'000'000'000;
  timespec now, deadline;
  clock_gettime(clock, &now);
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += until->tv_sec - now.tv_sec;
  deadline.tv_nsec += until->tv_nsec - now.tv_nsec;
  if (deadline.tv_nsec < 0) {
    deadline.tv_nsec += kSecond;
    --deadline.tv_sec;
  } else if (deadline.tv_nsec >= kSecond) {
    deadline.tv_nsec -= kSecond;
    ++deadline.tv_sec;
  }
  return pthread_cond_timedwait(condition, mutex, &deadline);
}

// glibc says here whether there is one thread, so that counts need no atomic operations. There may
// always be several.
char __libc_single_threaded = 0;
}

// The members of exception_ptr that count it. Before GCC 11 its copy constructor and destructor did
// that, which all versions have; a copy that is never destroyed adds one.
extern "C" {
__asm__(".symver oldest_copy,_ZNSt15__exception_ptr13exception_ptrC1ERKS0_@CXXABI_1.3.3");
__asm__(".symver oldest_destroy,_ZNSt15__exception_ptr13exception_ptrD1Ev@CXXABI_1.3.3");
void oldest_copy(void** to, void* const* from);
void oldest_destroy(void** pointer);
}

#define IN_CORE(name) __asm__(name) __attribute__((visibility("hidden")))
void add_reference(void** pointer) IN_CORE("_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv");
void release(void** pointer) IN_CORE("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");
[[noreturn]] void throw_bad_length() IN_CORE("_ZSt28__throw_bad_array_new_lengthv");

void add_reference(void** pointer) {
  void* copy;
  oldest_copy(&copy, pointer);
}
void release(void** pointer) { oldest_destroy(pointer); }
void throw_bad_length() { throw std::bad_array_new_length(); }
