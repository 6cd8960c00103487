import { normaliseOctets } from './normalise-octets.js';

/** One rule: its literal parts in order, anything between them, the first at the beginning of the path. */
export type Rule = { allow: boolean; parts: readonly string[]; isAnchored: boolean };

/** A rule with what decides between two that match: the length of its pattern (RFC 9309 §2.2.2). */
type Ranked = Rule & { length: number };

/** Letters a rule is found by. */
const most = 6;

/**
 * Says whether a path with its query is allowed: the longest pattern that matches decides, of two equal ones the one that
 * allows. Rules are found by letters that every match has: thousands of them cost a path little more than a few do.
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

/** The end of the longest part: beginnings ("/jobs/") are shared by more rules. */
const pieceOf = ({ parts }: Rule): string => {
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one), '');
  return longest.slice(-most);
};

const isBetter = (rule: Ranked, best: Ranked | null): boolean =>
  best === null || rule.length > best.length || (rule.length === best.length && rule.allow && !best.allow);

/** The first place for each part is as good as any later one, so none is tried twice. */
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
