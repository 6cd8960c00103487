import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** How Redis names what it has begun to write anew: `temp-rewriteaof-bg-77.aof`, `temp-77.rdb`. */
const draft = /^temp-[\w-]+\.(?:aof|rdb)$/;

/**
 * Removes drafts that a killed Redis left in its folder: each is as large as all it held, and Redis itself never looks at
 * them again. Call it while no Redis runs there.
 */
export function clearDrafts(files: string): void {
  for (const name of readdirSync(files)) if (draft.test(name)) rmSync(join(files, name), { force: true });
}
