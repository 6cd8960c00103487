/** Stands for any character in a prefix. */
export const anyCharacter = '\0';

/** Characters of a prefix. */
const longest = 2;

/** The alternatives of a pattern's source that are not inside a group or a class. */
export function alternativesOf(source: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let at = 0; at < source.length; at = endOfTerm(source, at))
    if (source[at] === '|') {
      found.push(source.slice(from, at));
      from = at + 1;
    }
  return [...found, source.slice(from)];
}

/**
 * The first two characters of every text that a pattern's source may match, in which `anyCharacter` stands for any and ends the
 * prefix. The source has literals, simple classes, groups, assertions and quantifiers; what else it has is read as any character.
 */
export function prefixesOf(source: string): ReadonlySet<string> {
  return new Set(Array.from(beginningsOf(source), closed));
}

/** A prefix that any character may continue. */
const closed = (prefix: string): string => (isWhole(prefix) ? prefix : prefix + anyCharacter);

const isWhole = (prefix: string): boolean => prefix.length >= longest || prefix.endsWith(anyCharacter);

/** The same, of which those that another term may continue are shorter. */
function beginningsOf(source: string): Set<string> {
  const found = new Set<string>();
  for (const alternative of alternativesOf(source)) for (const prefix of sequenceOf(alternative)) found.add(prefix);
  return found;
}

function sequenceOf(source: string): Set<string> {
  let found = new Set(['']);
  for (let at = 0; at < source.length && !Array.from(found).every(isWhole); ) {
    const end = endOfTerm(source, at);
    const quantifier = /^(?:[*+?]|\{[^}]*\})\??/.exec(source.slice(end, end + 12))?.[0] ?? '';
    found = joined(found, repeated(termOf(source.slice(at, end)), quantifier));
    at = end + quantifier.length;
  }
  return found;
}

/** The beginnings of a term by its quantifier. */
function repeated(term: readonly string[], quantifier: string): readonly string[] {
  if (quantifier === '') return term;
  if (quantifier.startsWith('?')) return [...term, ''];
  const more = term.map(closed);
  return quantifier.startsWith('+') ? more : ['', ...more];
}

function joined(prefixes: ReadonlySet<string>, next: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const prefix of prefixes)
    if (isWhole(prefix)) found.add(prefix);
    else for (const each of next) found.add((prefix + each).slice(0, longest));
  return found;
}

/** The index behind the term that begins at an index: a literal, an escape, a class or a group. */
function endOfTerm(source: string, from: number): number {
  const sign = source[from];
  if (sign === '\\') return source.startsWith('p{', from + 1) ? source.indexOf('}', from) + 1 : from + 2;
  if (sign === '[') {
    let at = from + 1;
    while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
    return at + 1;
  }
  if (sign !== '(') return from + 1;
  let at = from + 1;
  while (at < source.length && source[at] !== ')') at = endOfTerm(source, at);
  return at + 1;
}

const digits = Array.from('0123456789');

function termOf(term: string): readonly string[] {
  const [sign = '', next = ''] = term;
  if (sign === '(') return groupOf(term);
  if (sign === '[') return classOf(term.slice(1, -1));
  if (sign === '^' || sign === '$' || term === '\\b') return [''];
  if (sign === '.') return [anyCharacter];
  if (sign !== '\\') return [sign];
  if (next === 'd') return digits;
  return /[a-z\d]/i.test(next) ? [anyCharacter] : [next];
}

function groupOf(term: string): readonly string[] {
  if (/^\(\?<?[=!]/.test(term)) return [''];
  const open = /^\((?:\?:|\?<\w+>)?/.exec(term)?.[0] ?? '(';
  return Array.from(beginningsOf(term.slice(open.length, -1)));
}

/** The characters of a class without ranges, escapes or negation. */
function classOf(inside: string): readonly string[] {
  return /^\^|\\|.-./.test(inside) ? [anyCharacter] : Array.from(inside);
}
