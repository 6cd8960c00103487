import type { Bench } from './bench.js';

/** Every bench by its name, loaded only when it runs, in a separate process. The order is that of the document. */
export const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  'cached-search': async () => (await import('./search/cached-search.js')).cachedSearch,
  'fresh-search': async () => (await import('./search/fresh-search.js')).freshSearch,
  pages: async () => (await import('./pages/pages.js')).pages,
  normalise: async () => (await import('./normalise/normalise.js')).normalising,
  boards: async () => (await import('./boards/boards.js')).boards,
  memory: async () => (await import('./memory/memory.js')).memory,
  engines: async () => (await import('./engines/engines.js')).heldByEngines,
};
