/** Flags of Node for every process of ours: a stack in a log names the lines of the sources. */
export const everyFlags = ['--enable-source-maps'] as const;

/**
 * Further ones of an API process. What a request makes is of no use a moment later, and what is kept is little: half of V8's
 * usual young generation costs it little and leaves 8 to 20 MB. Given at the start, as V8 takes it only then.
 */
export const apiFlags = ['--max-semi-space-size=8'] as const;
