import type { Bench } from './bench.js';

/** Every bench by its name, loaded only when it runs, in a separate process. The order is that of the document. */
export const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  'cached-search': async () => (await import('./cached-search.js')).cachedSearch,
  'fresh-search': async () => (await import('./fresh-search.js')).freshSearch,
  pages: async () => (await import('./pages.js')).pages,
  rendered: async () => (await import('./rendered.js')).rendered,
  match: async () => (await import('./match.js')).match,
  merge: async () => (await import('./merge.js')).merge,
  normalise: async () => (await import('./normalise.js')).normalising,
  growth: async () => (await import('./growth.js')).growth,
  boards: async () => (await import('./boards.js')).boards,
  'large-boards': async () => (await import('./boards.js')).largeBoards,
  watches: async () => (await import('./watches.js')).watches,
  'watch-delivery': async () => (await import('./watch-delivery.js')).watchDelivery,
  export: async () => (await import('./export.js')).exporting,
  unchanged: async () => (await import('./unchanged.js')).unchanged,
  kept: async () => (await import('./kept.js')).kept,
  'schedule-day': async () => (await import('./schedule-day.js')).scheduleDay,
  'service-day': async () => (await import('./service-day.js')).serviceDay,
  'openings-day': async () => (await import('./openings-day.js')).openingsDay,
  'geo-stats': async () => (await import('./geo-stats.js')).geoStats,
  memory: async () => (await import('./memory.js')).memory,
  scale: async () => (await import('./scale.js')).scale,
  million: async () => (await import('./million.js')).million,
  keystroke: async () => (await import('./keystroke.js')).keystroke,
  start: async () => (await import('./start.js')).start,
};
