import Papa from 'papaparse';
import { parseJson } from '../../shared/parse-json.js';

/** One line of a list: a name of a company or its board, with the line number (from 1). */
export type ListLine = { line: number; text: string };

/** The longest line read. */
const longestLine = 2000;

/** Members and columns with an address, the most specific first, then those with a name. */
const wantedNames = [
  'board',
  'careers',
  'careers_url',
  'careersurl',
  'jobs_url',
  'url',
  'link',
  'website',
  'site',
  'domain',
  'homepage',
  'company',
  'name',
];

/** Reads a list of companies from text (one per line, `#` begins a remark), CSV or JSON. */
export function readList(text: string, origin: string): ListLine[] {
  const trimmed = text.replace(/^\ufeff/, '').trim();
  if (/^[[{]/.test(trimmed)) return readJsonList(trimmed, origin);
  const lines = trimmed.split(/\r?\n/);
  const head = cellsOf(lines[0] ?? '').map(nameOf);
  if (head.length > 1 && head.some((name) => wantedNames.includes(name))) return readTable(trimmed, head);
  return lines
    .map((written, index) => ({ line: index + 1, text: plainLine(written.slice(0, longestLine)) }))
    .filter((each) => each.text !== '');
}

/** Rows of a table with a header; a quoted cell may contain line ends, so that a row may span several lines. */
function readTable(text: string, head: readonly string[]): ListLine[] {
  const columns = wantedNames.map((name) => head.indexOf(name)).filter((at) => at !== -1);
  const rows: ListLine[] = [];
  let line = 1;
  Papa.parse<string[]>(text, {
    delimiter: separatorOf(text.slice(0, text.search(/\r?\n|$/))),
    step({ data: cells }) {
      if (line > 1) rows.push({ line, text: cellOf(cells, columns).slice(0, longestLine) });
      line += 1 + cells.reduce((count, cell) => count + (cell.match(/\n/g)?.length ?? 0), 0);
    },
  });
  return rows.filter((each) => each.text !== '');
}

const nameOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

/** A line of plain text without its remark; of several cells, the first address. */
function plainLine(written: string): string {
  const text = withoutRemark(written).trim();
  const cells = cellsOf(text);
  return cells.length < 2 ? (cells[0] ?? '') : (cells.find(isAddress) ?? cells[0] ?? '');
}

/** A remark begins with "#" at the start of the line or after a space. */
const withoutRemark = (line: string): string => line.slice(0, /(?:^|\s)#/.exec(line)?.index ?? line.length);

const isAddress = (text: string): boolean => !/\s/.test(text) && /[^.]\.[^.]/.test(text);

function cellOf(cells: readonly string[], columns: readonly number[]): string {
  return columns.map((at) => (cells[at] ?? '').trim()).find((cell) => cell !== '') ?? '';
}

/** The first of the separators that a line contains; a comma unless there is one. */
const separatorOf = (line: string): string => [',', ';', '\t'].find((each) => line.includes(each)) ?? ',';

/** The cells of one line of CSV (RFC 4180), also with semicolons or tabs. */
function cellsOf(line: string): string[] {
  const [cells = []] = Papa.parse<string[]>(line, { delimiter: separatorOf(line) }).data;
  return cells.map((cell) => cell.trim());
}

function readJsonList(text: string, origin: string): ListLine[] {
  const data = parseJson(text, origin);
  const list = Array.isArray(data) ? data : Object.values(data as Record<string, unknown>).find(Array.isArray);
  if (!Array.isArray(list)) throw new Error(`${origin} has no list.`);
  return list
    .map((each: unknown, index) => ({ line: index + 1, text: textOf(each).slice(0, longestLine) }))
    .filter(({ text: own }) => own !== '');
}

function textOf(each: unknown): string {
  if (typeof each === 'string') return each.trim();
  if (typeof each !== 'object' || each === null) return '';
  const members = new Map(Object.entries(each).map(([name, value]) => [nameOf(name), value as unknown]));
  const found = wantedNames
    .map((name) => members.get(name))
    .find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof found === 'string' ? found.trim() : '';
}
