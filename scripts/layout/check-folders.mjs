import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

/** More files are not read at a glance; subfolders are not counted. */
const maxFiles = 25;

/**
 * Checks how many files each folder below `tops` holds. `large` names those that may hold more, each with the reason; a row is
 * stale when its folder holds no more than others.
 */
export function checkFolders(root, tops, large) {
  const counts = new Map(tops.flatMap((top) => countFiles(root, top)));
  return [
    ...[...counts]
      .filter(([folder, count]) => count > maxFiles && large[folder] === undefined)
      .map(([folder, count]) => `${folder}: ${count} files, ${maxFiles} at most`),
    ...Object.keys(large)
      .filter((folder) => (counts.get(folder) ?? 0) <= maxFiles)
      .map((folder) => `scripts/layout/large-folders.json: ${folder} holds no more than ${maxFiles} files`),
  ];
}

/** The number of files of a folder and of each below it. */
function countFiles(root, folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory() && !['dist', 'node_modules'].includes(entry.name));
  return [
    [folder, entries.filter((entry) => entry.isFile()).length],
    ...below.flatMap(({ name }) => countFiles(root, posix.join(folder, name))),
  ];
}
