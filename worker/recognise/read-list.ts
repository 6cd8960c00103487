import { parseJson } from '../../shared/parse-json.js';

/** One line of a list: what names a company or its board, with the number of the line (from 1). */
export type ListLine = { line: number; text: string };

/** The longest text of a line that is read. */
const longestLine = 2000;

/** Members and columns that hold an address, the most telling first, then those that hold a name. */
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

/** Reads a list of companies from text (one a line, `#` begins a remark), CSV or JSON. */
export function readList(text: string, origin: string): ListLine[] {
  const trimmed = text.replace(/^\ufeff/, '').trim();
  if (/^[[{]/.test(trimmed)) return readJsonList(trimmed, origin);
  const lines = trimmed
    .split(/\r?\n/)
    .map((written, index): ListLine => ({ line: index + 1, text: written.slice(0, longestLine) }));
  const head = splitCells(lines[0]?.text ?? '').map(nameOf);
  const isTable = head.length > 1 && head.some((name) => wantedNames.includes(name));
  const columns = wantedNames.map((name) => head.indexOf(name)).filter((at) => at !== -1);
  return lines
    .slice(isTable ? 1 : 0)
    .map(({ line, text: written }) => ({ line, text: isTable ? cellOf(written, columns) : plainLine(written) }))
    .filter((each) => each.text !== '');
}

const nameOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

/** A line of plain text without its remark; of several cells, the first that is an address. */
function plainLine(written: string): string {
  const text = withoutRemark(written).trim();
  const cells = splitCells(text);
  return cells.length < 2 ? text : (cells.find(isAddress) ?? cells[0] ?? '');
}

/** A remark begins with "#" at the start of the line or after a space. */
const withoutRemark = (line: string): string => line.slice(0, /(?:^|\s)#/.exec(line)?.index ?? line.length);

const isAddress = (text: string): boolean => !/\s/.test(text) && /[^.]\.[^.]/.test(text);

function cellOf(written: string, columns: readonly number[]): string {
  const cells = splitCells(written);
  return columns.map((at) => cells[at] ?? '').find((cell) => cell !== '') ?? '';
}

/** The cells of one line of CSV (RFC 4180), also with semicolons or tabs. */
function splitCells(line: string): string[] {
  const separator = [',', ';', '\t'].find((each) => line.includes(each));
  if (separator === undefined) return [unquoted(line)];
  const cells: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at <= line.length; at++) {
    const sign = line[at];
    if (sign === '"') isQuoted = !isQuoted;
    if (at < line.length && (isQuoted || sign !== separator)) continue;
    cells.push(unquoted(line.slice(from, at)));
    from = at + 1;
  }
  return cells;
}

const unquoted = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')
    .trim();

function readJsonList(text: string, origin: string): ListLine[] {
  const data = parseJson(text, origin);
  const list = Array.isArray(data) ? data : Object.values(data as Record<string, unknown>).find(Array.isArray);
  if (!Array.isArray(list)) throw new Error(`${origin} holds no list.`);
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
