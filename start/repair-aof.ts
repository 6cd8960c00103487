import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type AofReader, openAof } from './read-aof.js';

/** A byte range of complete commands; `to` is exclusive. */
type Stretch = { from: number; to: number };

/**
 * Removes from the append-only files what Redis would refuse to start on; returns one sentence for each repaired file.
 *
 * The cause is a full disk: Redis undoes a half-written command with `ftruncate` but keeps its write position, because files
 * begun by a rewrite are opened without `O_APPEND`, so a hole of zero bytes remains. The hole holds no data; a command cut
 * off before it is removed too, with the transaction it belongs to. `redis-check-aof --fix` is not used because it truncates
 * the file at the first hole and loses every later command. Call it only while no Redis runs there.
 */
export function repairAof(files: string): string[] {
  const folder = join(files, 'appendonlydir');
  const manifest = readdirSync(files).includes('appendonlydir') ? manifestOf(folder) : [];
  return manifest.flatMap((name, index) => {
    const said = repairFile(join(folder, name), index === manifest.length - 1);
    return said === null ? [] : [`${name}: ${said}`];
  });
}

/** The files of commands in the order they are read, by Redis' own list of them. */
function manifestOf(folder: string): string[] {
  const file = readdirSync(folder).find((name) => name.endsWith('.manifest') && !name.startsWith('temp'));
  if (file === undefined) return [];
  const names = [...readFileSync(join(folder, file), 'utf8').matchAll(/^file (\S+) seq \d+ type i/gm)];
  return names.map(([, name = '']) => name).filter((name) => existsSync(join(folder, name)));
}

/** The last file's end may be half a command: Redis cuts it off by itself, and says so. */
function repairFile(path: string, isLast: boolean): string | null {
  const log = openAof(path);
  try {
    // Parsing every command would delay the start by seconds; Redis repairs the end of the file itself.
    if (isLast && !log.mayHaveHole()) return null;
    const { whole, holes, end } = stretchesOf(log);
    const last = { from: end.from, to: isLast ? log.size : end.to };
    if (holes === 0 && last.to === log.size) return null;
    const kept = copy(log, [...whole, last], `${path}.repaired`);
    renameSync(`${path}.repaired`, path);
    return `${log.size - kept} bytes that a full disk had left broken were cut out.`;
  } finally {
    log.close();
    rmSync(`${path}.repaired`, { force: true });
  }
}

/** The complete commands before each hole, and those after the last hole up to the first incomplete one. */
function stretchesOf(log: AofReader): { whole: Stretch[]; holes: number; end: Stretch } {
  const whole: Stretch[] = [];
  let [from, at] = [0, 0];
  let transaction: number | null = null;
  while (at < log.size) {
    const command = log.command(at);
    if (command !== null) {
      if (command.name === 'MULTI') transaction = at;
      else if (command.name === 'EXEC') transaction = null;
      at = command.end;
      continue;
    }
    const behind = log.behindHole(at);
    if (behind === null) break;
    whole.push({ from, to: transaction ?? at });
    transaction = null;
    from = behind;
    at = behind;
  }
  return { whole, holes: whole.length, end: { from, to: transaction ?? at } };
}

/** Writes the stretches one behind the other; gives how many bytes they are. */
function copy(log: AofReader, stretches: readonly Stretch[], path: string): number {
  const file = openSync(path, 'w', 0o644);
  let kept = 0;
  try {
    for (const { from, to } of stretches)
      for (const block of log.blocks(from, to)) {
        for (let done = 0; done < block.length; ) done += writeSync(file, block, done);
        kept += block.length;
      }
  } finally {
    closeSync(file);
  }
  return kept;
}
