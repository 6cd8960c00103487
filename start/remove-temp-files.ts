import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Temporary files of a Redis rewrite: `temp-rewriteaof-bg-77.aof`, `temp-77.rdb`. */
const tempFile = /^temp-[\w-]+\.(?:aof|rdb)$/;

/**
 * Removes temporary files that a killed Redis left in its directory: each is as large as its data, and Redis never reads them
 * again. Call it only while no Redis runs there.
 */
export function removeTempFiles(files: string): void {
  for (const name of readdirSync(files)) if (tempFile.test(name)) rmSync(join(files, name), { force: true });
}
