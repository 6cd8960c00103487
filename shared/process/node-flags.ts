/**
 * Flags of Node for every process of ours. A stack in a log names the lines of the sources. What a request or a collection makes
 * is of no use a moment later, and what is kept is little: half of V8's usual young generation costs the first thread little and
 * leaves 8 to 20 MB. Given at the start, as V8 takes it only then; threads that read postings have a limit of their own
 * (`worker/threads/thread-pool.ts`).
 */
export const everyFlags = ['--enable-source-maps', '--max-semi-space-size=8'] as const;

/**
 * Settings of glibc's allocator for every process of ours, in its environment. Pools of memory are shared by all threads: each
 * would have pools of its own, for memory that one thread alone asks for. Blocks of 256 kB and more, and free memory above
 * 128 kB, are given back to the system at once: without fixed limits glibc raises them to 32 MB by itself, and what the
 * reading of a large board has freed stays resident. Other C libraries ignore them.
 */
export const everyEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;
