/** An address for logs and answers: without query, fragment, name and password. */
export function originAndPath({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}

/** The text with the query, fragment, name and password of each address removed. */
export function withoutQueries(text: string): string {
  return text.replace(/https?:(?:\/\/|\\\/\\\/)[^\s"'<>]+/gi, (address) => {
    const end = address.search(/[?#]/);
    const kept = end === -1 ? address : address.slice(0, end);
    const start = kept.search(/[/\\]/);
    const pathStart = kept.slice(start).search(/[^/\\]/);
    if (pathStart === -1) return kept;
    const slash = start + pathStart;
    const path = kept.slice(slash).search(/[/\\]/);
    const authority = path === -1 ? kept.slice(slash) : kept.slice(slash, slash + path);
    const at = authority.lastIndexOf('@');
    return `${kept.slice(0, slash)}${kept.slice(slash + at + 1)}`;
  });
}

/** Redacts secrets in a text. */
export type Redact = (text: string) => string;

/** The replacement for a redacted value. */
export const mask = '[hidden]';

/** Shorter values cannot be hidden: they occur in every other word. */
const shortest = 4;

/** A prefix of this length is hidden too, where an excerpt was cut off; in values at least half as long again. */
const beginning = 8;

/**
 * Hides the values wherever they occur in a text: in any letter case, percent-encoded partly or fully, once or twice,
 * as a form encodes them, as JSON or HTML escape them, and their prefixes where an excerpt ends within one; also every
 * secret that this process has obtained (`hideFromNow`). Time is linear in the text, however many values there are.
 * Values shorter than 4 characters are not hidden.
 */
export function createRedact(values: Iterable<string>): Redact {
  let table: Table | null = null;
  const kept = [...new Set(values)];
  return (text) => {
    // Built on first use: most sources never have a text to redact.
    table ??= tableOf(kept);
    return hideObtained(table.byStart.size === 0 ? text : hide(text, table));
  };
}

/** Number of obtained secrets that are hidden, the latest ones: a token is replaced within hours. */
const mostObtained = 1000;

const obtained = new Set<string>();
let obtainedTable: Table | null = null;

/** Hides a secret in every redaction of this process from now on, such as a token issued by an interface. */
export function hideFromNow(secret: string): void {
  if (obtained.has(secret)) return;
  const [oldest] = obtained;
  if (oldest !== undefined && obtained.size >= mostObtained) obtained.delete(oldest);
  obtained.add(secret);
  obtainedTable = null;
}

/** Hides the secrets this process has obtained. */
export const hideObtained: Redact = (text) => {
  if (obtained.size === 0) return text;
  obtainedTable ??= tableOf([...obtained]);
  return hide(text, obtainedTable);
};

/** Forms of values, in lower case, by their first letters; `starts` has a place for every initial letter pair. */
type Table = { byStart: Map<string, Forms>; starts: Uint8Array };

/** Forms with a common start. `lengths`: longest first; `cut`: those whose prefix counts, sorted. */
type Forms = { all: Set<string>; lengths: number[]; cut: string[] };

function tableOf(values: readonly string[]): Table {
  const grouped = new Map<string, Set<string>>();
  const starts = new Uint8Array(1024);
  for (const text of values.flatMap((value) => [...formsOf(value)])) {
    if (text.length < shortest) continue;
    const start = text.slice(0, shortest);
    const group = grouped.get(start) ?? new Set();
    grouped.set(start, group.add(text));
    starts[pairAt(start, 0)] = 1;
  }
  return { byStart: new Map([...grouped].map(([start, all]) => [start, formsIn(all)])), starts };
}

const formsIn = (all: Set<string>): Forms => ({
  all,
  lengths: [...new Set([...all].map(({ length }) => length))].sort((one, other) => other - one),
  cut: [...all].filter(isLong).sort(),
});

function hide(text: string, table: Table): string {
  let found: [number, number][] = [];
  let read: Decoded = { text: lowerAscii(text), at: null };
  // Each round undoes one percent-encoding; deeper encodings are not decoded.
  for (let round = 0; round < 3; round++) {
    found = found.concat(spansIn(read, table));
    const decoded = decode(read);
    if (decoded === null) break;
    read = decoded;
  }
  return found.length === 0 ? text : masked(text, found);
}

const isLong = (text: string): boolean => text.length >= beginning * 1.5 && /\d/.test(text) && !/\s/.test(text);

/** The ways a value may be written. Percent-encoding of ASCII is undone in the text instead. */
function formsOf(value: string): Set<string> {
  const json = JSON.stringify(value).slice(1, -1);
  const html = value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const named = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const encoded = value.replace(/[^\0-\x7f]+/g, (letters) => encodeURIComponent(letters.toWellFormed()));
  const forms = [value, json, json.replaceAll('/', '\\/'), html, named, encoded, encoded.replaceAll(' ', '+')];
  return new Set(forms.map(lowerAscii));
}

const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Two letters as a place in the table: it skips most of a text. */
const pairAt = (text: string, at: number): number => (text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) & 1023;

/** A decoded text, and for each character (and the end) its position in the original; `null` = unchanged. */
type Decoded = { text: string; at: Uint32Array | null };

function spansIn({ text, at }: Decoded, { byStart, starts }: Table): [number, number][] {
  const spans: [number, number][] = [];
  for (let from = 0; from + shortest <= text.length; from++) {
    if (starts[pairAt(text, from)] === 0) continue;
    const forms = byStart.get(text.slice(from, from + shortest));
    const length = forms === undefined ? 0 : Math.max(wholeAt(text, from, forms), beginningAt(text, from, forms));
    if (length === 0) continue;
    spans.push([at?.[from] ?? from, at?.[from + length] ?? from + length]);
    from += length - 1;
  }
  return spans;
}

/** The length of the longest complete form at this position; 0 = none. */
const wholeAt = (text: string, from: number, { all, lengths }: Forms): number =>
  lengths.find((length) => from + length <= text.length && all.has(text.slice(from, from + length))) ?? 0;

/** The length of a form's prefix at this position, if long enough to matter; otherwise 0. */
function beginningAt(text: string, from: number, { cut, lengths: [longest = 0] }: Forms): number {
  const here = text.slice(from, from + longest);
  let [low, high] = [0, cut.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cut[middle] ?? '') < here) low = middle + 1;
    else high = middle;
  }
  // The form with the longest common prefix is adjacent in sorted order.
  const shared = Math.max(sharedBy(here, cut[low - 1] ?? ''), sharedBy(here, cut[low] ?? ''));
  return shared >= beginning ? shared : 0;
}

function sharedBy(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Undoes one percent-encoding of ASCII characters; `null` = nothing to undo. */
function decode({ text, at }: Decoded): Decoded | null {
  if (!/%[2-7][0-9a-f]/.test(text)) return null;
  const places = new Uint32Array(text.length + 1);
  let decoded = '';
  let from = 0;
  while (from < text.length) {
    places[decoded.length] = at?.[from] ?? from;
    const code = text[from] === '%' ? /^%([2-7][0-9a-f])/.exec(text.slice(from, from + 3))?.[1] : undefined;
    decoded += code === undefined ? text[from] : lowerAscii(String.fromCharCode(Number.parseInt(code, 16)));
    from += code === undefined ? 1 : 3;
  }
  places[decoded.length] = at?.[text.length] ?? text.length;
  return { text: decoded, at: places };
}

function masked(text: string, found: [number, number][]): string {
  let told = '';
  let done = 0;
  for (const [from, to] of found.sort(([a], [b]) => a - b)) {
    if (to <= done) continue;
    if (from >= done) told += text.slice(done, from) + mask;
    done = to;
  }
  return told + text.slice(done);
}
