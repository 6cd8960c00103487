import { createRequire } from 'node:module';

/**
 * Loads a CommonJS library, or one file of it, when it is called. Loading only the class that is used saves each process the
 * memory of the rest (docs/decisions/0011-deep-imports.md). The caller casts the result to what the file exports.
 */
export const lazyRequire: (file: string) => unknown = createRequire(import.meta.url);

/** Loads the copy of a library that another library uses itself. */
export const lazyRequireFrom = (library: string, file: string): unknown =>
  createRequire(createRequire(import.meta.url).resolve(library))(file);
