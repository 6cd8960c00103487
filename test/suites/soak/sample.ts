import { readTree } from './processes.js';
import { readMemory } from './read-memory.js';
import type { Point } from './slope.js';
import type { Tree } from './start-tree.js';

/** Every figure of a run, by its name, over time. */
export type Series = Map<string, Point[]>;

/** The names of the figures of a table. */
export const figure = {
  memory: (part: string) => `${part} memory`,
  heap: (part: string) => `${part} heap`,
  external: (part: string) => `${part} buffers`,
  files: (part: string) => `${part} files`,
  handles: (part: string) => `${part} handles`,
  count: (part: string) => `${part} processes`,
};

/** The processes that collect their garbage before a sample. */
const ours = new Set(['API', 'worker']);

/** Samples every process of the tree once, and adds the figures. */
export async function sample(tree: Tree, series: Series, hours: number): Promise<void> {
  const add = (name: string, value: number) => series.set(name, [...(series.get(name) ?? []), { hours, value }]);
  for (const { part, pid } of readTree(tree.pid).filter((each) => ours.has(each.part))) {
    const memory = await readMemory(tree.folder, pid);
    if (memory === null) continue;
    add(figure.heap(part), memory.heapMb);
    add(figure.external(part), memory.externalMb);
    add(figure.handles(part), memory.handles);
  }
  const seen = readTree(tree.pid);
  for (const part of new Set(seen.map((each) => each.part))) {
    const mine = seen.filter((each) => each.part === part);
    add(
      figure.memory(part),
      mine.reduce((sum, { rssMb }) => sum + rssMb, 0),
    );
    add(
      figure.files(part),
      mine.reduce((sum, { files }) => sum + files, 0),
    );
    if (part === 'Chromium') add(figure.count(part), mine.length);
  }
}
