import { createRequire } from 'node:module';

/** Loads a CommonJS library when it is first needed, which few processes do. The caller casts the result to the library's type. */
export const lazyRequire: (file: string) => unknown = createRequire(import.meta.url);

/** Loads the copy of a library that another library uses itself. */
export const lazyRequireFrom = (library: string, file: string): unknown =>
  createRequire(createRequire(import.meta.url).resolve(library))(file);
