import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** One command of an append-only file: its first word in capitals, and where the next one begins. */
export type AofCommand = { name: string; end: number };

/** An append-only file of Redis, in the form its protocol has (https://redis.io/docs/latest/develop/reference/protocol-spec). */
export type AofReader = {
  size: number;
  /** The command at an offset; `null` when no complete command begins there. */
  command(at: number): AofCommand | null;
  /** Whether a command follows a zero byte anywhere: a fast check; without one there is no hole. */
  mayHaveHole(): boolean;
  /** The offset of the first command after the next run of zero bytes; `null` when there is none. */
  behindHole(at: number): number | null;
  /** The bytes of a range, in blocks that are valid until the next one is read. */
  blocks(from: number, to: number): Iterable<Buffer>;
  close(): void;
};

const blockBytes = 1 << 20;

/** The longest line between the parts of a command: a sign, digits and the line's end. */
const longestLine = 32;
const [zero, newline, carriage, hash, dollar, star] = [0x00, 0x0a, 0x0d, 0x23, 0x24, 0x2a];
const mostDigits = 15;
const digits = { low: 0x30, high: 0x39 };
const isDigit = (byte = zero): boolean => byte >= digits.low && byte <= digits.high;

const behindZero = Buffer.from([zero, star]);
const beginning = /^\*\d+\r\n/;

/** Opens a file of commands; it is read block by block, however large it is. The caller closes it. */
export function openAof(path: string): AofReader {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const block = Buffer.alloc(blockBytes);
  let [begin, length] = [0, 0];

  /** So many bytes, or fewer at the end of the file. */
  const bytes = (at: number, count: number): Buffer => {
    if (at < begin || at + count > begin + length) {
      begin = at;
      length = readSync(file, block, 0, blockBytes, at);
    }
    return block.subarray(at - begin, Math.min(at - begin + count, length));
  };

  /** The number of a line such as `*3` or `$12`, and where the next line begins. */
  const line = (at: number, sign: number): { number: number; next: number } | null => {
    const some = bytes(at, longestLine);
    let [number, index] = [0, 1];
    for (; index <= mostDigits && isDigit(some[index]); index++) number = number * 10 + (some[index] ?? 0) - digits.low;
    const isLine = some[0] === sign && index > 1 && some[index] === carriage && some[index + 1] === newline;
    return isLine ? { number, next: at + index + 2 } : null;
  };

  const isEnd = (at: number): boolean => {
    const [first, second] = bytes(at, 2);
    return first === carriage && second === newline;
  };

  const command = (at: number): AofCommand | null => {
    // A remark, such as the time of what follows.
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

  const mayHaveHole = (): boolean => {
    // Blocks overlap, so that what begins in one is whole there or in the next.
    for (let at = 0; at < size; at += blockBytes - longestLine) {
      const some = bytes(at, blockBytes);
      for (let found = some.indexOf(behindZero); found >= 0; found = some.indexOf(behindZero, found + 1))
        if (beginning.test(some.toString('latin1', found + 1, found + longestLine))) return true;
    }
    return false;
  };

  const behindHole = (from: number): number | null => {
    for (let at = from; at < size; ) {
      const some = bytes(at, blockBytes);
      const zeroes = some.indexOf(zero);
      const sign = zeroes < 0 ? -1 : some.findIndex((byte, index) => index > zeroes && byte !== zero);
      if (sign < 0) at += zeroes < 0 ? some.length : Math.max(1, some.length - 1);
      else if (some[sign] === star && command(at + sign) !== null) return at + sign;
      else at += sign;
    }
    return null;
  };

  function* blocks(from: number, to: number): Iterable<Buffer> {
    for (let at = from; at < to; ) {
      const some = bytes(at, Math.min(blockBytes, to - at));
      yield some;
      at += some.length;
    }
  }
  return { size, command, mayHaveHole, behindHole, blocks, close: () => closeSync(file) };
}
