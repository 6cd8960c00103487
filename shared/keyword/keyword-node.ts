import { writtenWords } from './word-aliases.js';

/** A field that a term may be limited to (`title:nurse`); the words of `fact` come from `factTerm`. */
export type KeywordField = 'title' | 'company' | 'fact';

/**
 * One word, or adjacent words; folded (`cutWords`). `isExact`: quoted, so that no other spelling matches it. A term of
 * a field is always exact. `written`: the words as people write them, if folding changes that ("bäcker").
 */
export type KeywordTerm = {
  kind: 'term';
  words: readonly string[];
  isExact: boolean;
  field: KeywordField | null;
  written?: string;
};

/** A term in sentences for people, in lower case. */
export const writtenTerm = ({ words, written }: KeywordTerm): string => written ?? writtenWords(words);

/** A keyword as a boolean expression. */
export type KeywordNode =
  | KeywordTerm
  | { kind: 'not'; of: KeywordNode }
  | { kind: 'and' | 'or'; of: readonly KeywordNode[] };

/** Makes a term. */
export function termOf(
  words: readonly string[],
  { isExact = false, field = null, written }: Partial<Pick<KeywordTerm, 'isExact' | 'field' | 'written'>> = {},
): KeywordTerm {
  const term: KeywordTerm = { kind: 'term', words, isExact: isExact || field !== null, field };
  return written === undefined || written === writtenWords(words) ? term : { ...term, written };
}

/** Negates a node; two negations cancel out. */
export const notOf = (node: KeywordNode): KeywordNode => (node.kind === 'not' ? node.of : { kind: 'not', of: node });

/**
 * Conjunction of nodes in the order written, negations last; `null` for none. Equal nodes count once, so that equal
 * expressions are equal trees.
 */
export function allOf(nodes: readonly KeywordNode[]): KeywordNode | null {
  const flat = flatten(nodes, 'and');
  const [wanted, excluded] = [flat.filter(({ kind }) => kind !== 'not'), flat.filter(({ kind }) => kind === 'not')];
  return joined('and', [...unique(wanted), ...sorted(unique(excluded))]);
}

/** Disjunction of nodes in alphabetical order; `null` for none. */
export function anyOf(nodes: readonly KeywordNode[]): KeywordNode | null {
  return joined('or', sorted(unique(flatten(nodes, 'or'))));
}

function joined(kind: 'and' | 'or', of: readonly KeywordNode[]): KeywordNode | null {
  const [only] = of;
  if (only === undefined) return null;
  return of.length === 1 ? only : { kind, of };
}

function flatten(nodes: readonly KeywordNode[], kind: 'and' | 'or'): KeywordNode[] {
  return nodes.flatMap((node) => (node.kind === kind ? [...node.of] : [node]));
}

function unique(nodes: readonly KeywordNode[]): readonly KeywordNode[] {
  if (nodes.length < 2) return nodes;
  return [...new Map(nodes.map((node) => [printKeyword(node), node])).values()];
}

function sorted(nodes: readonly KeywordNode[]): readonly KeywordNode[] {
  if (nodes.length < 2) return nodes;
  const named = nodes.map((node) => ({ node, name: printKeyword(node) }));
  return named.sort((one, other) => (one.name < other.name ? -1 : 1)).map(({ node }) => node);
}

/** Writes a keyword in its canonical form: equal only for equal trees. */
export function printKeyword(node: KeywordNode): string {
  switch (node.kind) {
    case 'term':
      return printTerm(node);
    case 'not':
      return `-${grouped(node.of)}`;
    case 'and':
      return node.of.map(grouped).join(' ');
    case 'or':
      return node.of.map((each) => (each.kind === 'not' ? `(${printKeyword(each)})` : grouped(each))).join(' OR ');
  }
}

const grouped = (node: KeywordNode): string =>
  node.kind === 'and' || node.kind === 'or' ? `(${printKeyword(node)})` : printKeyword(node);

function printTerm({ words, isExact, field }: KeywordTerm): string {
  if (!isExact) return words.join('-');
  return `${field === null ? '' : `${field}:`}"${words.join(' ')}"`;
}
