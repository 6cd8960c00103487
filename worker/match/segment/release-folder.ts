import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../../../shared/logger.js';
import { projectFile } from '../../../shared/project-file.js';
import type { SegmentMetrics } from '../../process/metrics.js';
import { createSegmentFiles, type SegmentFiles } from './segment-files.js';

/** The code that decides what is in a segment. */
const codeFolders = ['dist/worker/match', 'dist/worker/normalise', 'dist/shared/keyword', 'dist/shared/words'] as const;

/** Opens the segment files of this release, in a folder of their own: another release would read other words in them. */
export const openSegmentFiles = (folder: string, logger: Logger, metrics: SegmentMetrics): SegmentFiles =>
  createSegmentFiles({ folder: join(folder, releaseHash()), logger, metrics });

/** A hash of the code that decides what is in a segment, and of the order of bytes of this machine. */
function releaseHash(): string {
  const hash = createHash('sha256').update(process.arch);
  for (const folder of codeFolders) for (const path of filesIn(projectFile(folder))) hash.update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesIn(path) : name.endsWith('.js') ? [path] : [];
    });
