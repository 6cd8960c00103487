import { readFileSync } from 'node:fs';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { distance } from 'fastest-levenshtein';

/** A line of the gazetteer's file: a city; `part` = of a larger city; `isOther` = a name in another script. */
export type CityLine = {
  folded: string;
  name: string;
  country: string;
  code: string;
  lat: number;
  lon: number;
  inhabitants: number;
  part: boolean;
  isOther: boolean;
};

/** The file of `scripts/build/cut-gazetteer.mjs`: country names, and cities, found by binary search. */
export type GazetteerFile = {
  countries: ReadonlyMap<string, string>;
  find(folded: string): CityLine[];
  /** The accepted town whose name is most similar to a folded name; reads the entire file, some 20 ms. */
  nearest(folded: string, accepts: (line: CityLine) => boolean): CityLine | null;
};

const newline = 10;
const bar = 124;

/** Opens the file. When it is missing or damaged, the error names the command that makes it. */
export function openGazetteerFile(file: string): GazetteerFile {
  const bytes = readBytes(file);
  const start = bytes.indexOf('\n\n');
  if (start < 0)
    throw new Error(`The gazetteer ${file} is damaged: delete it and run "node scripts/build/cut-gazetteer.mjs".`);
  const countries = new Map<string, string>();
  for (const line of bytes.toString('utf8', 0, start).split('\n')) {
    const at = line.indexOf('|');
    countries.set(line.slice(0, at), line.slice(at + 1));
  }
  return {
    countries,
    find: (folded) => find(bytes, start + 2, Buffer.from(folded)),
    nearest: (folded, accepts) => nearest(bytes, { start: start + 2, folded, accepts }),
  };
}

/** The most edits of a misspelt name: one in three letters, and at most this many. */
const mostWrong = 2;

function nearest(
  bytes: Buffer,
  { start, folded, accepts }: { start: number; folded: string; accepts: (line: CityLine) => boolean },
): CityLine | null {
  let wrong = Math.min(mostWrong, Math.floor(folded.length / 3));
  if (folded.length < 4 || folded.length > 40) return null;
  let best: CityLine | null = null;
  for (let line = start; line < bytes.length; ) {
    const end = bytes.indexOf(newline, line);
    const nameEnd = bytes.indexOf(bar, line);
    if (Math.abs(nameEnd - line - folded.length) <= wrong) {
      const name = bytes.toString('latin1', line, nameEnd);
      const edits = distance(folded, name);
      if (edits <= wrong) {
        const town = parse(bytes.toString('utf8', line, end));
        if (accepts(town) && (best === null || edits < wrong || town.inhabitants > best.inhabitants)) {
          best = town;
          wrong = edits;
        }
      }
    }
    line = end + 1;
  }
  return best;
}

/** The bytes of the file, read once: threads that this one starts later read the same memory. */
function readBytes(file: string): Buffer {
  const known = getEnvironmentData(file) as unknown as SharedArrayBuffer | undefined;
  if (known !== undefined) return Buffer.from(known);
  try {
    const bytes = readFileSync(file);
    const shared = new SharedArrayBuffer(bytes.length);
    setEnvironmentData(file, shared as unknown as string);
    const copy = Buffer.from(shared);
    bytes.copy(copy);
    return copy;
  } catch (error) {
    throw new Error(`The gazetteer ${file} is missing: run "node scripts/build/cut-gazetteer.mjs".`, { cause: error });
  }
}

/** All lines of a name: a binary search for the first, then the following lines of the same name. */
function find(bytes: Buffer, start: number, name: Buffer): CityLine[] {
  let low = start;
  let high = bytes.length;
  while (low < high) {
    const line = lineStart(bytes, (low + high) >> 1, start);
    if (compareName(bytes, line, name) < 0) low = bytes.indexOf(newline, line) + 1;
    else high = line;
  }
  const found: CityLine[] = [];
  for (let line = low; line < bytes.length && compareName(bytes, line, name) === 0; ) {
    const end = bytes.indexOf(newline, line);
    found.push(parse(bytes.toString('utf8', line, end)));
    line = end + 1;
  }
  return found;
}

function lineStart(bytes: Buffer, at: number, start: number): number {
  let line = at;
  while (line > start && bytes[line - 1] !== newline) line--;
  return line;
}

/** Compares the name at the beginning of a line with another, by their bytes. */
function compareName(bytes: Buffer, line: number, name: Buffer): number {
  for (let at = 0; ; at++) {
    const ours = bytes[line + at] ?? bar;
    const theirs = name[at];
    if (ours === bar) return theirs === undefined ? 0 : -1;
    if (theirs === undefined) return 1;
    if (ours !== theirs) return ours - theirs;
  }
}

function parse(line: string): CityLine {
  const [folded = '', written = '', country = '', code = '', lat, lon, inhabitants, kind] = line.split('|');
  const name = written === '' ? folded.replace(/(?:^|(?<= ))[a-z]/g, (letter) => letter.toUpperCase()) : written;
  return {
    folded,
    name,
    country,
    code,
    lat: Number(lat),
    lon: Number(lon),
    inhabitants: Number(inhabitants),
    part: kind === 'x',
    isOther: kind === 'o',
  };
}
