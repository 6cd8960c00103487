import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../../shared/logger.js';
import { projectFile } from '../../../shared/project-file.js';
import type { SegmentMetrics } from '../../process/segment-metrics.js';
import { titleModelName } from '../occupations/title-model.js';
import { createSegmentFiles, type SegmentFiles } from './segment-files.js';

/** The code that determines a segment's content. */
const codeFolders = ['dist/worker/match', 'dist/worker/normalise', 'dist/shared/keyword', 'dist/shared/words'] as const;

/** The folder of another release is deleted after this long without writes; its workers may still run. */
const keepFormerMs = 86_400_000;

/**
 * Opens the segment files of this release, in a separate folder: another release would read other words in them.
 * Folders of releases that no longer run are deleted in the background.
 */
export function openSegmentFiles(folder: string, logger: Logger, metrics: SegmentMetrics): SegmentFiles {
  const release = releaseHash();
  deleteFormer(folder, { release, now: Date.now() }).then(
    (deleted) => deleted.length > 0 && logger.info({ deleted }, 'segments: files of former releases were deleted'),
    (error: unknown) => logger.warn({ err: error, folder }, 'segments: files of former releases could not be deleted'),
  );
  return createSegmentFiles({ folder: join(folder, release), logger, metrics });
}

/** The name of a release's folder (`releaseHash`); nothing else in the folder is touched. */
const releaseName = /^[0-9a-f]{16}$/;

/** Deletes the folders of other releases not written to for `keepFormerMs`; returns their names. */
export async function deleteFormer(
  folder: string,
  { release, now }: { release: string; now: number },
): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const deleted: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory() || entry.name === release || !releaseName.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (now - (await stat(path)).mtimeMs < keepFormerMs) continue;
    await rm(path, { recursive: true, force: true });
    deleted.push(entry.name);
  }
  return deleted;
}

/** The folder of this release in a folder for segments. */
export const releaseFolder = (folder: string): string => join(folder, releaseHash());

let computed: string | null = null;

/** A hash of the code that determines segments, and of this machine's byte order; computed once. */
function releaseHash(): string {
  if (computed !== null) return computed;
  const hash = createHash('sha256').update(process.arch).update(titleModelName());
  for (const folder of codeFolders) for (const path of filesIn(projectFile(folder))) hash.update(readFileSync(path));
  computed = hash.digest('hex').slice(0, 16);
  return computed;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesIn(path) : /\.(?:js|tsv)$/.test(name) ? [path] : [];
    });
