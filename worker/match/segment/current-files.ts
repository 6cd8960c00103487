import { rm } from 'node:fs/promises';

/** The file of each collection, and those that were replaced: searches that began before that still read them. */
export type CurrentFiles = {
  /** Notes the file that a collection was read from. */
  found(key: string, path: string): void;
  /** Notes the file that a collection was written to, calls back with the one it replaces, and deletes what was replaced a while ago. */
  written(key: string, path: string): Promise<void>;
};

/** A replaced version is read by searches that began before it was replaced; its file is kept for so long. */
export const keepReplacedMs = 900_000;

/** `onReplaced` and `onDeleted` are called with the path of a file that is no longer current, or about to be deleted. */
export function createCurrentFiles(
  now: () => number,
  { onReplaced, onDeleted }: { onReplaced(path: string): void; onDeleted(path: string): void },
): CurrentFiles {
  const current = new Map<string, string>();
  /** The oldest first. */
  const replaced: { path: string; at: number }[] = [];
  return {
    found: (key, path) => void current.set(key, path),
    async written(key, path) {
      const former = current.get(key);
      current.set(key, path);
      if (former !== undefined && former !== path) {
        replaced.push({ path: former, at: now() });
        onReplaced(former);
      }
      for (let [oldest] = replaced; oldest && now() - oldest.at >= keepReplacedMs; [oldest] = replaced) {
        replaced.shift();
        onDeleted(oldest.path);
        await rm(oldest.path, { force: true });
      }
    },
  };
}
