import { createRequire } from 'node:module';

/**
 * Loads one file of a CommonJS library, or the whole of it when it is first needed. Who takes from a large library the one
 * class it uses spares each process what the rest would hold; the caller says what the file exports.
 */
export const lazyRequire: (file: string) => unknown = createRequire(import.meta.url);
