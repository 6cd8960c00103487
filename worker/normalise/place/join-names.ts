import { areaHolds } from '../../../shared/places/areas.js';
import type { City } from '../../gazetteer/gazetteer.js';
import { type Context, meaning, type Token, unknown } from './name-meaning.js';
import { isCompass } from './place-words.js';

/** "US-TX-Austin", "GBR-London", "Berlin-Mitte": pieces joined by hyphens; the first or last is known. */
export function joinedByHyphens(text: string, context: Context): Token[] | null {
  if (!text.includes('-') || /\s(?:or|and)\s/iu.test(text)) return null;
  const pieces = text.split('-').filter((piece) => piece.trim() !== '');
  const [first = ''] = pieces;
  const outer = pieces.length > 2 ? wider(first.trim(), context) : null;
  const named = outer === null ? null : meaning(text.slice(text.indexOf(first) + first.length + 1).trim(), context);
  if (outer !== null && named !== null && named.cities.length > 0) return [outer, named];
  if (linkedName.test(text)) return null;
  const tokens = pieces.map((piece) => meaning(piece.trim(), context) ?? unknown(piece.trim()));
  const sure = (token: Token | undefined) =>
    token !== undefined &&
    (token.country !== null || token.regions.length > 0 || (token.cities[0]?.inhabitants ?? 0) >= 100_000);
  return sure(tokens[0]) || sure(tokens.at(-1)) ? tokens : null;
}

/** "Stow-on-the-Wold", "Villeneuve-sur-Lot": a preposition between hyphens makes one name, regardless of its pieces. */
const linkedName =
  /\p{L}-(?:on|upon|in|by|le|la|les|the|under|next|of|at|cum|sur|sous|en|de|du|des|d|l|lès|lez|aux|au|et|à|am|an|im|bei|ob|der|den|aan|op|bij|del|della|do|da|dos)-\p{L}/u;

/** Longer parts are sentences. */
const mostWords = 10;

/** "Austin TX", "Cambridge MA USA", "Toronto Canada": all words are known and support each other. */
export function joinedBySpaces(text: string, context: Context): Token[] | null {
  const words = text.split(/\s+/u);
  if (words.length > mostWords) return null;
  for (let at = Math.max(1, words.length - 4); at < words.length; at++) {
    const end = wider(words.slice(at).join(' '), context);
    if (end === null) continue;
    const start = words
      .slice(0, at)
      .join(' ')
      .replace(/(?<![.\s])[.\s]+$/u, '');
    if (isCompass(start)) return [end];
    const whole = meaning(start, context);
    const rest = whole === null ? joinedBySpaces(start, context) : [whole];
    if (rest !== null && bearOut(rest[0], end)) return [...rest, end];
  }
  return null;
}

/** "US TX Austin", "UK London", "Berlin Kreuzberg": the wider place is first. */
export function widerFirst(text: string, context: Context): Token[] | null {
  const words = text.split(/\s+/u);
  if (words.length > mostWords) return null;
  for (let at = Math.min(3, words.length - 1); at > 0; at--) {
    const start = meaning(words.slice(0, at).join(' '), { ...context, first: true });
    if (start === null) continue;
    const end = words.slice(at).join(' ');
    if (isCompass(end) && isWide(start)) return [start];
    const whole = meaning(end, context);
    const rest = whole === null ? widerFirst(end, context) : [whole];
    if (rest !== null && bearOut(rest[0], start)) return [start, ...rest];
  }
  return null;
}

/** Whether a city is so large that its name always means the city. */
export const isCity = ({ inhabitants }: City): boolean => inhabitants >= 300_000;

/** A region, country or area at the end of a text; codes must be in capitals. */
export function wider(text: string, context: Context): Token | null {
  if (text.length <= 3 && text !== text.toUpperCase()) return null;
  const token = meaning(text, context);
  return token !== null && isWide(token) ? token : null;
}

const isWide = ({ regions, country, area }: Token): boolean => regions.length > 0 || country !== null || area !== null;

function bearOut(inner: Token | undefined, outer: Token): boolean {
  if (inner === undefined) return false;
  const holds = (country: string, region: string | null) =>
    outer.country === country ||
    outer.regions.some((each) => each.country === country && (region === null || each.name === region)) ||
    (outer.area !== null && areaHolds(outer.area, country));
  return (
    inner.cities.some(({ country, region }) => holds(country, region)) ||
    inner.regions.some(({ country, name }) => holds(country, name)) ||
    (inner.country !== null && holds(inner.country, null))
  );
}
