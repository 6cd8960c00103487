/** Repairs the append-only files of a Redis whose disk was full. */
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** A byte range of complete commands; `to` is exclusive. */
type Stretch = { from: number; to: number };

/**
 * Removes from the append-only files what Redis would refuse to start on; returns one sentence for each repaired file.
 *
 * The cause is a full disk: Redis undoes a half-written command with `ftruncate` but keeps its write position, because
 * files begun by a rewrite are opened without `O_APPEND`, so a hole of zero bytes remains. The hole has no data; an
 * incomplete command before it is removed too, with its transaction. `redis-check-aof --fix` is not used because it
 * truncates the file at the first hole and loses every later command. Call it only while no Redis runs there.
 */
export function repairAof(files: string): string[] {
  const folder = join(files, 'appendonlydir');
  const manifest = readdirSync(files).includes('appendonlydir') ? manifestOf(folder) : [];
  return manifest.flatMap((name, index) => {
    const cut = repairFile(join(folder, name), index === manifest.length - 1);
    return cut === 0 ? [] : [`${name}: removed ${cut} bytes damaged by a full disk.`];
  });
}

/** The files of commands in reading order, from Redis' own list. */
function manifestOf(folder: string): string[] {
  const file = readdirSync(folder).find((name) => name.endsWith('.manifest') && !name.startsWith('temp'));
  if (file === undefined) return [];
  const names = [...readFileSync(join(folder, file), 'utf8').matchAll(/^file (\S+) seq \d+ type i/gm)];
  return names.map(([, name = '']) => name).filter((name) => existsSync(join(folder, name)));
}

/** The number of bytes cut out. Redis itself removes half a command at the end of the last file. */
function repairFile(path: string, isLast: boolean): number {
  const log = openAof(path);
  try {
    // Parsing every command would delay the start by seconds.
    if (isLast && !log.mayHaveHole()) return 0;
    const stretches = stretchesOf(log);
    const last = stretches.at(-1);
    if (isLast && last !== undefined) last.to = log.size;
    const kept = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
    if (kept === log.size) return 0;
    copy(log, stretches, `${path}.repaired`);
    renameSync(`${path}.repaired`, path);
    return log.size - kept;
  } finally {
    log.close();
    rmSync(`${path}.repaired`, { force: true });
  }
}

/** The complete commands before each hole, and those after the last hole up to the first incomplete one. */
function stretchesOf(log: AofReader): Stretch[] {
  const stretches: Stretch[] = [];
  let [from, at] = [0, 0];
  let transaction: number | null = null;
  for (;;) {
    const command = at < log.size ? log.command(at) : null;
    if (command !== null) {
      if (command.name === 'MULTI') transaction = at;
      else if (command.name === 'EXEC') transaction = null;
      at = command.end;
      continue;
    }
    stretches.push({ from, to: transaction ?? at });
    const behind = log.behindHole(at);
    if (behind === null) return stretches;
    transaction = null;
    from = behind;
    at = behind;
  }
}

/** Writes the stretches one after the other. */
function copy(log: AofReader, stretches: readonly Stretch[], path: string): void {
  const file = openSync(path, 'w', 0o644);
  try {
    for (const { from, to } of stretches)
      for (let at = from; at < to; ) {
        const block = log.bytes(at, Math.min(blockBytes, to - at));
        at += writeSync(file, block);
      }
  } finally {
    closeSync(file);
  }
}

/** An append-only file in Redis protocol (https://redis.io/docs/latest/develop/reference/protocol-spec). */
type AofReader = {
  size: number;
  /** This many bytes from an offset, or fewer at the end of the file; valid until the next read. */
  bytes(at: number, count: number): Buffer;
  /** The command at an offset: its name in capitals, and where the next one begins; `null` = incomplete. */
  command(at: number): { name: string; end: number } | null;
  /** Whether a command follows a zero byte anywhere: a fast check that rules out holes. */
  mayHaveHole(): boolean;
  /** The offset of the first command after the next run of zero bytes; `null` = none. */
  behindHole(at: number): number | null;
  close(): void;
};

const blockBytes = 1 << 20;

/** The longest line between the parts of a command: a sign, digits and the line's end. */
const longestLine = 32;
const [zero, newline, carriage, hash, dollar, star] = [0x00, 0x0a, 0x0d, 0x23, 0x24, 0x2a];
const behindZero = Buffer.from([zero, star]);

/** Opens a file of commands; reads it block by block, however large it is. The caller closes it. */
function openAof(path: string): AofReader {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const block = Buffer.alloc(blockBytes);
  let [begin, length] = [0, 0];

  const bytes = (at: number, count: number): Buffer => {
    if (at < begin || at + count > begin + length) {
      begin = at;
      length = readSync(file, block, 0, blockBytes, at);
    }
    return block.subarray(at - begin, Math.min(at - begin + count, length));
  };

  /** The number of a line such as `*3` or `$12`, and where the next line begins. */
  const line = (at: number, sign: number): { number: number; next: number } | null => {
    const found = /^.(\d{1,15})\r\n/.exec(bytes(at, longestLine).toString('latin1'));
    if (found === null || bytes(at, 1)[0] !== sign) return null;
    return { number: Number(found[1]), next: at + found[0].length };
  };

  const isEnd = (at: number): boolean => {
    const [first, second] = bytes(at, 2);
    return first === carriage && second === newline;
  };

  const command: AofReader['command'] = (at) => {
    // A remark, such as the time of the following commands.
    if (bytes(at, 1)[0] === hash) {
      const end = bytes(at, 1024).indexOf(newline);
      return end < 0 ? null : { name: '', end: at + end + 1 };
    }
    const head = line(at, star);
    if (head === null) return null;
    let [name, place] = ['', head.next];
    for (let index = 0; index < head.number; index++) {
      const word = line(place, dollar);
      if (word === null || !isEnd(word.next + word.number)) return null;
      if (index === 0) name = bytes(word.next, Math.min(word.number, longestLine)).toString('latin1').toUpperCase();
      place = word.next + word.number + 2;
    }
    return { name, end: place };
  };

  return {
    size,
    bytes,
    command,
    mayHaveHole() {
      // Blocks overlap, so that every line is complete in one of them.
      for (let at = 0; at < size; at += blockBytes - longestLine) {
        const some = bytes(at, blockBytes);
        for (let found = some.indexOf(behindZero); found >= 0; found = some.indexOf(behindZero, found + 1))
          if (/^\*\d+\r\n/.test(some.toString('latin1', found + 1, found + longestLine))) return true;
      }
      return false;
    },
    behindHole(from) {
      for (let at = from; at < size; ) {
        const some = bytes(at, blockBytes);
        const zeroes = some.indexOf(zero);
        const sign = zeroes < 0 ? -1 : some.findIndex((byte, index) => index > zeroes && byte !== zero);
        if (sign < 0) at += zeroes < 0 ? some.length : Math.max(1, some.length - 1);
        else if (some[sign] === star && command(at + sign) !== null) return at + sign;
        else at += sign;
      }
      return null;
    },
    close: () => closeSync(file),
  };
}
