/** The ids of the demo board's sources (demo-board/sources.ts). */
const demoIds: ReadonlySet<string> = new Set(['demo-greenhouse', 'demo-careers', 'demo-spa']);

/** Whether a source is one of the demo board's, whose jobs are invented. */
export const isDemoSource = (id: string): boolean => demoIds.has(id);

/** The entries of a sources file without those of the demo board; all of them when it has no others. */
export function withoutDemo<Entry extends { id: string }>(entries: readonly Entry[]): Entry[] {
  const own = entries.filter(({ id }) => !isDemoSource(id));
  return own.length === 0 ? [...entries] : own;
}
