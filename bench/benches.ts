import type { Bench } from './bench.js';

/** Every bench by name, loaded only when it runs, in a separate process, in the order of the document. */
export const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  'cached-search': async () => (await import('./service/cached-search.js')).cachedSearch,
  'fresh-search': async () => (await import('./service/fresh-search.js')).freshSearch,
  pages: async () => (await import('./service/reading.js')).pages,
  normalise: async () => (await import('./service/reading.js')).normalising,
  boards: async () => (await import('./service/boards.js')).boards,
  memory: async () => (await import('./service/memory.js')).memory,
  engines: async () => (await import('./engines/engines.js')).heldByEngines,
};
