import type { City, Gazetteer, Region } from '../gazetteer.js';
import { type Area, areaHolds } from '../gazetteer-areas.js';
import type { District } from '../gazetteer-districts.js';
import { isJunkPlace, takeAround, takeNumbers } from './place-words.js';

/** A part of a location text with everything it may mean; nothing = unknown. */
export type Token = {
  text: string;
  cities: readonly City[];
  regions: readonly Region[];
  districts: readonly District[];
  country: string | null;
  area: Area | null;
  /** Cities it is a part of if nothing it means by itself fits. */
  inner: readonly City[];
  /** Another place begins here: "or", "/" stand before it. */
  breakBefore: boolean;
  /** Only the end of a longer text: it means something only where its neighbours bear it out. */
  weak: boolean;
};

/** What always ends a part: commas, brackets, colons, dashes with a space beside them. */
const partEnds = /\s*[,()[\]{}:"]\s*|\s*[–—]\s*|\s+-+\s*|\s*-+\s+/u;

/** What may stand between two places, and the same in one letter, which may belong to a name. */
const between = /\s+(?:or|OR|and|AND|oder|und|et|ou|lub|and\/or)\s+|\s*[&+/]\s*/u;
const betweenShort = /\s+(?:o|y|e|i|en|of)\s+/u;
const atEdges = /^(?:or|and|oder|und|et|ou|lub|o|y|&|\+|the)\s+|\s+(?:or|and|oder|und|et|ou|lub|&|\+)$/giu;

/** Splits a text that names one or more places into its parts, each with its meanings. */
export function readTokens(text: string, gazetteer: Gazetteer): Token[] {
  const tokens: Token[] = [];
  for (const part of namesWithBrackets(text, gazetteer).split(partEnds)) {
    if (tokens.length >= mostTokens) break;
    const broken = /^(?:or|and|oder|und|et|ou)\s/iu.test(part);
    const found = resolve(part, { gazetteer, first: tokens.length === 0 });
    for (const [index, token] of found.entries())
      tokens.push(index === 0 && broken ? { ...token, breakBefore: true } : token);
  }
  return tokens;
}

/** Parts of one text that are looked at. */
const mostTokens = 60;

/** "Frankfurt (Oder)" is one name: its brackets end no part. */
function namesWithBrackets(text: string, gazetteer: Gazetteer): string {
  return text.replace(/([^,;()]+)\(([^,;()]+)\)/g, (whole, name: string, inner: string) =>
    gazetteer.cities(`${name} ${inner}`).length > 0 ? `${name} ${inner}` : whole,
  );
}

type Context = { gazetteer: Gazetteer; first: boolean };

function resolve(part: string, context: Context): Token[] {
  const text = part.replace(atEdges, '').replace(/^[\s.'*•·]+|[\s'*•·]+$/gu, '');
  if (text === '') return [];
  if (isJunkPlace(text)) return townCalledSo(text, context);
  const direct = meaning(text, context);
  if (direct !== null) return [withInner(direct, context)];
  const bare = takeNumbers(text);
  if (!/\p{L}/u.test(bare)) return [];
  const known = (bare === text ? null : meaning(bare, context)) ?? null;
  if (known !== null) return [known];
  return (
    joinedByHyphens(bare, context) ??
    joinedBySpaces(bare, context) ??
    severalIn(bare, context) ??
    amongPhrases(bare, context) ??
    withItsRegion(bare, context) ??
    endOfAddress(bare, { ...context, numbered: /\d/.test(text) })
  );
}

/** "Mobile, AL": a word for no place may be a city's name where its region follows. */
function townCalledSo(text: string, { gazetteer }: Context): Token[] {
  const cities = gazetteer.cities(text).filter(({ inhabitants }) => inhabitants >= 10_000);
  return cities.length === 0 ? [] : [{ ...blank, text, cities, weak: true }];
}

const direction = /^(?:(?:north|south|east|west)(?:ern)?|central|greater|inner|downtown|upper|lower)[ -]/iu;

/** "East London" is a city of South Africa; in the United Kingdom it is London's east. */
function withInner(token: Token, { gazetteer }: Context): Token {
  const inner = token.text.replace(direction, '');
  return inner === token.text || inner.length < 4 ? token : { ...token, inner: gazetteer.cities(inner) };
}

const blank = {
  cities: [],
  regions: [],
  districts: [],
  country: null,
  area: null,
  inner: [],
  breakBefore: false,
  weak: false,
};

/** Everything a text may mean as it stands; `null` = nothing. Short codes count only where they are written as codes. */
function meaning(text: string, { gazetteer, first }: Context): Token | null {
  if (text.length < 2 && text.charCodeAt(0) < 0x3000) return null;
  const asCode = text.length > 3 || !first || text === text.toUpperCase() || /^\p{Lu}\p{Ll}{2}$/u.test(text);
  const cities = asCode ? gazetteer.cities(text) : [];
  const regions = asCode ? gazetteer.regions(text) : [];
  const districts = gazetteer.districts(text);
  const country = asCode ? gazetteer.country(text) : null;
  const area = gazetteer.area(text);
  if (cities.length + regions.length + districts.length === 0 && country === null && area === null)
    return respelt(text, gazetteer);
  return { text, cities, regions, districts, country, area, inner: [], breakBefore: false, weak: false };
}

const withUmlauts = new Set(['DE', 'AT', 'CH', 'SE', 'DK', 'NO', 'FI', 'EE']);

/** "Duesseldorf" is Düsseldorf. */
function respelt(text: string, gazetteer: Gazetteer): Token | null {
  if (!/[aou]e/iu.test(text)) return null;
  const cities = gazetteer.cities(text.replace(/([aou])e/giu, '$1')).filter(({ country }) => withUmlauts.has(country));
  return cities.length === 0 ? null : { ...blank, text, cities };
}

/** "US-TX-Austin", "GBR-London", "Berlin-Mitte": pieces between hyphens of which an outer one is known for certain. */
function joinedByHyphens(text: string, context: Context): Token[] | null {
  if (!text.includes('-')) return null;
  const pieces = text.split('-').filter((piece) => piece.trim() !== '');
  const tokens = pieces.map((piece) => meaning(piece.trim(), context) ?? unknown(piece.trim()));
  const sure = (token: Token | undefined) =>
    token !== undefined &&
    (token.country !== null || token.regions.length > 0 || (token.cities[0]?.inhabitants ?? 0) >= 100_000);
  return sure(tokens[0]) || sure(tokens.at(-1)) ? tokens : null;
}

/** "Austin TX", "Cambridge MA USA", "Toronto Canada": known to the last word, and the parts bear each other out. */
function joinedBySpaces(text: string, context: Context): Token[] | null {
  const words = text.split(/\s+/u);
  for (let at = Math.max(1, words.length - 4); at < words.length; at++) {
    const end = wider(words.slice(at).join(' '), context);
    if (end === null) continue;
    const start = words
      .slice(0, at)
      .join(' ')
      .replace(/[.\s]+$/u, '');
    const whole = meaning(start, context);
    const rest = whole === null ? joinedBySpaces(start, context) : [whole];
    if (rest !== null && bearOut(rest[0], end)) return [...rest, end];
  }
  return null;
}

/** A region, country or area at the end of a text; codes must be in capitals. */
function wider(text: string, context: Context): Token | null {
  if (text.length <= 3 && text !== text.toUpperCase()) return null;
  const token = meaning(text, context);
  return token !== null && (token.regions.length > 0 || token.country !== null || token.area !== null) ? token : null;
}

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
  return (found ?? []).map((token: Token) => ({ ...token, text }));
}

/** "Deerfield Township OH", "500 Oak Ave Charlotte NC": what stands before a region is a town or the end of an address. */
function withItsRegion(text: string, context: Context): Token[] | null {
  const words = text.split(/\s+/u);
  for (let at = Math.max(1, words.length - 3); at < words.length; at++) {
    const end = wider(words.slice(at).join(' '), context);
    if (end === null) continue;
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
      if (token !== null && token.cities.length > 0 && token.text.length > 3)
        return [{ ...blank, text: token.text, cities: token.cities, weak: true }];
    }
  return [unknown(text)];
}

const unknown = (text: string): Token => ({ ...blank, text });

/** Whether a part means anything by itself. */
export function isKnown({ cities, regions, districts, country, area, weak }: Token): boolean {
  return !weak && (cities.length + regions.length + districts.length > 0 || country !== null || area !== null);
}
