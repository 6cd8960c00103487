import { createRequire } from 'node:module';

/** Loads a CommonJS library on first use; few processes need it. The caller casts it to the library's type. */
export const lazyRequire: (file: string) => unknown = createRequire(import.meta.url);

/** Loads the same copy of a library that another library uses. */
export const lazyRequireFrom = (library: string, file: string): unknown =>
  createRequire(createRequire(import.meta.url).resolve(library))(file);
