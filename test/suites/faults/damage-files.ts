import { closeSync, ftruncateSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Chance } from '../../../demo-board/postings/chance.js';

type Damage = (file: number, length: number, chance: Chance) => void;

/** Damages a file as it lies, so that those who have it open see it too. */
const damages: readonly Damage[] = [
  (file, length) => ftruncateSync(file, Math.max(0, length - 4096)),
  (file, length) => ftruncateSync(file, length - 1),
  (file) => ftruncateSync(file, 0),
  function flipBits(file, length, chance) {
    const byte = Buffer.alloc(1);
    for (let flips = 0; flips < 5; flips++) {
      const at = chance.int(0, length - 1);
      readSync(file, byte, 0, 1, at);
      writeSync(file, Buffer.of((byte[0] ?? 0) ^ (1 << chance.int(0, 7))), 0, 1, at);
    }
  },
  function overwriteEnd(file, length, chance) {
    const from = chance.int(0, length - 1);
    writeSync(file, Buffer.alloc(length - from, 0xa5), 0, length - from, from);
  },
];

/** Damages or deletes each prepared posting's file under a folder with a probability; returns how many it hit. */
export function damageFiles(folder: string, chance: Chance, share: number): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:segment|snapshot)$/.test(name))
    .filter(() => chance.maybe(share));
  for (const name of files) {
    try {
      damage(join(folder, name), chance);
    } catch (error) {
      // The service has replaced it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return files.length;
}

function damage(path: string, chance: Chance): void {
  const { size } = statSync(path);
  if (size === 0 || chance.maybe(0.15)) {
    rmSync(path);
    return;
  }
  const file = openSync(path, 'r+');
  try {
    chance.pick(damages)(file, size, chance);
  } finally {
    closeSync(file);
  }
}
