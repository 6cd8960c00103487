import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { memoize } from '../../gazetteer/memoize.js';
import { isCity, joinedByHyphens, joinedBySpaces, wider, widerFirst } from './join-names.js';
import { blank, type Context, isKnown, meaning, type Token, unknown } from './name-meaning.js';
import { isJunkPlace, ordinaryWords, takeAround, takeNumbers, takeTimeZones } from './place-words.js';

/** Separators that always end a part: commas, brackets, colons, dashes with a space beside them. */
const partEnds = /(?:(?<!\s)\s+)?[,()[\]{}:"–—]\s*|(?<!\s)\s+-+\s*|(?<!-)-+\s+/u;

/** Words and signs that may separate two places; `betweenShort`: of one or two letters, which may belong to a name. */
const between =
  /(?<!\s)\s+(?:or|OR|and|AND|oder|und|et|ou|lub|oraz|albo|eller|och|og|nebo|vagy|sau|and\/or)\s+|(?:(?<!\s)\s+)?[&+/]\s*/u;
const betweenShort = /(?<!\s)\s+(?:o|y|e|i|en|of)\s+/u;
const atEdges = /^(?:or|and|oder|und|et|ou|lub|o|y|&|\+|the)\s+|(?<!\s)\s+(?:or|and|oder|und|et|ou|lub|&|\+)$/giu;

/** Splits a text that names one or more places into parts, each with its meanings. */
export function readTokens(text: string, gazetteer: Gazetteer): Token[] {
  const tokens: Token[] = [];
  for (const part of namesWithBrackets(takeTimeZones(text), gazetteer).split(partEnds)) {
    if (tokens.length >= mostTokens) break;
    const broken = /^(?:or|and|oder|und|et|ou)\s/iu.test(part);
    const first = tokens.length === 0;
    const found = memoizedPart(gazetteer, `${first} ${part}`, () => resolve(part, { gazetteer, first }));
    for (const [index, token] of found.slice(0, mostTokens).entries())
      tokens.push(index === 0 && broken ? { ...token, breakBefore: true } : token);
  }
  return tokens;
}

/** The same parts, mostly countries and regions, are in many texts. */
const memoizedPart = memoize<Token[]>(4000);

/** Parts of one text that are read. */
const mostTokens = 40;

/** "Frankfurt (Oder)" is one name: its brackets separate no parts. */
function namesWithBrackets(text: string, gazetteer: Gazetteer): string {
  return text.replace(/(?<![^,;()])([^,;()]+)\(([^,;()]+)\)/g, (whole, name: string, inner: string) =>
    gazetteer.cities(`${name} ${inner}`).length > 0 ? `${name} ${inner}` : whole,
  );
}

function resolve(part: string, context: Context): Token[] {
  const named = part.includes(' / ') ? null : meaning(part.trim(), context);
  if (named !== null && !isJunkPlace(part.trim())) return [withInner(named, context)];
  const text = part.replace(atEdges, '').replace(/^[\s.'*•·]+|(?<![\s'*•·])[\s'*•·]+$/gu, '');
  if (text === '') return [];
  if (isJunkPlace(text)) return townCalledSo(text, context);
  const direct = text.includes(' / ') ? null : meaning(text, context);
  if (direct !== null) return [/^the /iu.test(part.trim()) ? { ...direct, weak: true } : withInner(direct, context)];
  if (houseAndStreet.test(text)) return endOfAddress(text, { ...context, numbered: true });
  const bare = takeNumbers(text);
  if (!/\p{L}/u.test(bare)) return [];
  const known = (bare === text ? null : meaning(bare, context)) ?? null;
  if (known !== null) return [known];
  return (
    joinedByHyphens(bare, context) ??
    (between.test(bare) ? null : (joinedBySpaces(bare, context) ?? widerFirst(bare, context))) ??
    severalIn(bare, context) ??
    amongPhrases(bare, context) ??
    withItsRegion(bare, context) ??
    endOfAddress(bare, { ...context, numbered: /\d/.test(text) })
  );
}

/** "1800 S Washington" */
const houseAndStreet = /^\d+[a-z]?\s+[NSEW]{1,2}\.?\s/iu;

/** "Mobile, AL": a word that is no place may be a city's name when the city's region follows. */
function townCalledSo(text: string, { gazetteer }: Context): Token[] {
  const cities = gazetteer.cities(text).filter(({ inhabitants }) => inhabitants >= 10_000);
  return cities.length === 0 ? [] : [{ ...blank, text, cities, weak: true }];
}

const direction = /^(?:(?:north|south|east|west)(?:ern)?|central|greater|inner|downtown|upper|lower)[ -]/iu;

/** "North Leeds" is Leeds, but "West Roxbury" is a place with its own name. */
function asInner(token: Token, text: string): Token {
  const isPlain = token.regions.length + token.districts.length === 0 && token.country === null && token.area === null;
  const [largest] = token.cities;
  return !isPlain || largest === undefined || isCity(largest) ? token : { ...unknown(text), inner: token.cities };
}

/** "East London" is a city in South Africa; in the United Kingdom it is the east of London. */
function withInner(token: Token, { gazetteer }: Context): Token {
  const inner = token.text.replace(direction, '');
  return inner === token.text || inner.length < 4 ? token : { ...token, inner: gazetteer.cities(inner) };
}

/** "Paris or London", "NJ/New York": several places without a comma, at least one of them known. */
function severalIn(text: string, context: Context): Token[] | null {
  for (const separator of [between, betweenShort]) {
    const pieces = text.split(separator).filter((piece) => /\p{L}/u.test(piece));
    if (pieces.length < 2) continue;
    const found = pieces.map((piece) => resolve(piece, context));
    const known = found.filter((tokens) => tokens.some(isKnown)).length;
    if (separator === between ? known === 0 : known < pieces.length) continue;
    return found.flatMap((tokens, index) =>
      tokens.map((token, at) => (index > 0 && at === 0 ? { ...token, breakBefore: true } : token)),
    );
  }
  return null;
}

/** "Greater Seattle Area", "Chicago Office", "anywhere in Canada". */
function amongPhrases(text: string, context: Context): Token[] | null {
  let found: Token[] | null = null;
  const rest = takeAround(text, (less) => {
    const whole = meaning(less, context);
    found = whole === null ? joinedBySpaces(less, context) : [whole];
    return found !== null;
  });
  if (rest === null) return null;
  return (found ?? []).map((token: Token) => (direction.test(text) ? asInner(token, text) : token));
}

/** "Deerfield Township OH", "500 Oak Ave Charlotte NC": the words before a region are a town or the end of an address. */
function withItsRegion(text: string, context: Context): Token[] | null {
  const words = text.split(/\s+/u);
  for (let at = Math.max(1, words.length - 3); at < words.length; at++) {
    const end = wider(words.slice(at).join(' '), context);
    if (end === null || ordinaryWords.has(end.text.toLowerCase())) continue;
    const start = words.slice(0, at).join(' ');
    return [...endOfAddress(start, { ...context, numbered: true }), end];
  }
  return null;
}

/** The last words of an address may be its city. */
function endOfAddress(text: string, { numbered, ...context }: Context & { numbered: boolean }): Token[] {
  const words = text.split(/\s+/u);
  if (numbered && words.length > 1)
    for (let at = Math.max(1, words.length - 3); at < words.length; at++) {
      const token = meaning(words.slice(at).join(' '), { ...context, first: true });
      if (
        token !== null &&
        token.cities.length > 0 &&
        token.text.length > 3 &&
        !ordinaryWords.has(token.text.toLowerCase())
      )
        return [{ ...blank, text: token.text, cities: token.cities, weak: true }];
    }
  return [unknown(text)];
}
