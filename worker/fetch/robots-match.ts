import { normaliseOctets } from './normalise-octets.js';

/** A rule: literal parts in order with anything between them; the first part is anchored at the start of the path. */
export type Rule = { allow: boolean; parts: readonly string[]; isAnchored: boolean };

/** A rule with the length of its pattern, which decides between two matching rules (RFC 9309 §2.2.2). */
type Ranked = Rule & { length: number };

/** The most characters of a rule's index key. */
const most = 6;

/**
 * Creates a function that decides whether a path with its query is allowed: the longest matching pattern decides, and `allow`
 * wins a tie. Rules are indexed by a substring that every match contains, so thousands of rules cost little more than a few.
 */
export function createRuleMatcher(rules: readonly Rule[]): (path: string) => boolean {
  const byPiece = new Map<string, Ranked[]>();
  const known = new Set<string>();
  const always: Ranked[] = [];
  for (const rule of rules) {
    const name = `${rule.allow ? '+' : '-'}${rule.parts.join('*')}${rule.isAnchored ? '$' : ''}`;
    if (known.has(name)) continue;
    known.add(name);
    const ranked = { ...rule, length: name.length };
    const piece = pieceOf(rule);
    const list = piece === '' ? always : (byPiece.get(piece) ?? []);
    list.push(ranked);
    if (piece !== '') byPiece.set(piece, list);
  }
  for (const list of [always, ...byPiece.values()]) list.sort((one, other) => other.length - one.length);
  const lengths = [...new Set([...byPiece.keys()].map(({ length }) => length))];

  return (path) => {
    const text = normaliseOctets(path);
    let best: Ranked | null = null;
    const judge = (list: readonly Ranked[]): void => {
      for (const rule of list) {
        if (best !== null && rule.length < best.length) return;
        if (isBetter(rule, best) && matches(rule, text)) best = rule;
      }
    };
    judge(always);
    const seen = new Set<string>();
    for (let from = 0; from < text.length; from++)
      for (const length of lengths) {
        const piece = text.slice(from, from + length);
        const list = byPiece.get(piece);
        if (list === undefined || seen.has(piece)) continue;
        seen.add(piece);
        judge(list);
      }
    return best === null || (best as Ranked).allow;
  };
}

/** The index key of a rule: the end of its longest part, since more rules share a beginning ("/jobs/"). */
const pieceOf = ({ parts }: Rule): string => {
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one), '');
  return longest.slice(-most);
};

const isBetter = (rule: Ranked, best: Ranked | null): boolean =>
  best === null || rule.length > best.length || (rule.length === best.length && rule.allow && !best.allow);

/** Matches each part at its first occurrence; a later one cannot match more, so there is no backtracking. */
function matches({ parts, isAnchored }: Rule, text: string): boolean {
  const [first = '', ...others] = parts;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  const last = isAnchored ? others.pop() : undefined;
  if (isAnchored && last === undefined) return text.length === at;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return last === undefined || (text.length - last.length >= at && text.endsWith(last));
}
