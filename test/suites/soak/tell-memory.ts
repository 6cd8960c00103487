import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Preloaded into every process of a soak: on SIGUSR2 it collects all garbage and writes the remaining memory to the
 * process's file in SOAK_FOLDER.
 */
const { SOAK_FOLDER } = process.env;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('SIGUSR2', () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  writeFileSync(join(SOAK_FOLDER ?? '', `memory-${process.pid}`), JSON.stringify({ heapUsed, external, handles }));
});
