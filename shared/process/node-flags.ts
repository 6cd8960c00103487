/**
 * Flags of Node for all our processes. Stack traces in logs name source lines. V8's young generation has half its usual
 * size: most objects of a request or a collection die at once, so this costs the first thread little and saves 8 to 20
 * MB. V8 accepts the flag only at the start; threads that read postings have their own limit
 * (`worker/threads/thread-pool.ts`). A heap grows by three quarters of its used size before it is cleared, not to four
 * times that: at a quarter, clearing took a sixth of the CPU of cached searches and of collecting (`npm run bench --
 * cached-search`, `million --rows collect`). Memory left over by work is cleared when it ends (`run-process.ts`).
 */
export const everyFlags = ['--enable-source-maps', '--max-semi-space-size=8', '--heap-growing-percent=75'] as const;

/**
 * Settings of glibc's allocator for all our processes, in their environment. All threads share its arenas: by default
 * each thread gets its own, and memory freed by one thread is not reused by another. Blocks of 256 kB and more, and
 * free memory above 128 kB, are returned to the system at once: without fixed limits glibc raises them to 32 MB by
 * itself, and memory freed after reading a large board stays resident. Other C libraries ignore these settings.
 */
export const everyEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;
