import { readFileSync } from 'node:fs';

/** A line of the gazetteer's file: a city as GeoNames has it; `part` = a district of a larger city. */
export type CityLine = {
  folded: string;
  name: string;
  country: string;
  code: string;
  lat: number;
  lon: number;
  inhabitants: number;
  part: boolean;
};

/** The file that `scripts/cut-gazetteer.mjs` cut: names of countries, and cities found by searching the bytes as they lie. */
export type GazetteerFile = { countries: ReadonlyMap<string, string>; find(folded: string): CityLine[] };

const newline = 10;
const bar = 124;

/** Opens the file; says what to run when it is missing or of another make. */
export function openGazetteerFile(file: string): GazetteerFile {
  const bytes = readBytes(file);
  const start = bytes.indexOf('\n\n');
  if (start < 0)
    throw new Error(`The gazetteer ${file} is damaged: delete it and run "node scripts/cut-gazetteer.mjs".`);
  const countries = new Map<string, string>();
  for (const line of bytes.toString('utf8', 0, start).split('\n')) {
    const at = line.indexOf('|');
    countries.set(line.slice(0, at), line.slice(at + 1));
  }
  return { countries, find: (folded) => find(bytes, start + 2, Buffer.from(folded)) };
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`The gazetteer ${file} is missing: run "node scripts/cut-gazetteer.mjs".`, { cause: error });
  }
}

/** All lines of a name: a binary search for its first line, then on while the name is the same. */
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

/** Compares the name a line begins with to another by their bytes. */
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
  const [folded = '', own = '', country = '', code = '', lat, lon, inhabitants, part] = line.split('|');
  const name = own === '' ? folded.replace(/(?:^|(?<= ))[a-z]/g, (letter) => letter.toUpperCase()) : own;
  return {
    folded,
    name,
    country,
    code,
    lat: Number(lat),
    lon: Number(lon),
    inhabitants: Number(inhabitants),
    part: part === 'x',
  };
}
