import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { memoize } from '../../gazetteer/memoize.js';
import { bindCodes } from './bind-codes.js';
import { isCity, joinedByHyphens, joinedBySpaces, wider, widerFirst } from './join-names.js';
import { blank, type Context, isKnown, meaning, type Token, unknown } from './name-meaning.js';
import { nearestName } from './nearest-name.js';
import { cityOfOffice, townOfStation } from './office-names.js';
import { isCompass, isJunkPlace, ordinaryWords, takeAround, takeNumbers, takeTimeZones } from './place-words.js';
import { bindPostcode } from './postcode-areas.js';
import { type NumberedTown, type PostalHint, readDepartment, readNumberedTown, takePostcode } from './postcodes.js';
import { maybeTown } from './unknown-towns.js';

/** Separators that always end a part: commas, brackets, colons, dashes next to a space. */
const partEnds = /((?:(?<!\s)\s+)?[,()[\]{}:"–—]\s*|(?<!\s)\s+-+\s*|(?<!-)-+\s+)/u;

/** Words and signs that may separate two places; `betweenShort`: of one or two letters, which may belong to a name. */
const between =
  /(?<!\s)\s+(?:or|OR|Or|and|AND|oder|und|et|ou|lub|oraz|albo|eller|och|og|nebo|vagy|sau|and\/or)\s+|(?:(?<!\s)\s+)?[&+/]\s*/u;
const betweenShort = /(?<!\s)\s+(?:o|y|e|i|en|of)\s+/u;
const atEdges = /^(?:or|and|oder|und|et|ou|lub|o|y|&|\+|the)\s+|(?<!\s)\s+(?:or|and|oder|und|et|ou|lub|&|\+)$/giu;

/** Splits a text that names one or more places into parts with their meanings; the first part starts a place. */
export function readTokens(text: string, gazetteer: Gazetteer): Token[] {
  const tokens: Token[] = [];
  const numbered = readNumberedTown(text);
  if (numbered !== null) return townOfDepartment(numbered, gazetteer);
  const pieces = wholeNames(takeTimeZones(text), gazetteer).split(partEnds);
  let ahead: readonly PostalHint[] = [];
  for (let at = 0; at < pieces.length && tokens.length < mostTokens; at += 2) {
    const part = pieces[at] ?? '';
    const first = tokens.length === 0;
    const isWhole = pieces.length === 1;
    const isDashed = /[-–—]/u.test(pieces[at + 1] ?? '');
    const read = memoizedPart(gazetteer, `${first} ${isWhole} ${isDashed} ${part}`, () =>
      readCodedPart(part, { gazetteer, first }, { isWhole, isDashed }),
    );
    tokens.push(...withPostal(read.tokens, [...ahead, ...(read.tokens.length > 0 ? read.hints : [])]));
    // A number by itself belongs to the previous name, or else to the next one.
    const isAlone = read.tokens.length === 0 && read.hints.length > 0;
    if (isAlone && tokens.length > 0) tokens.push(...withPostal(tokens.splice(-1), read.hints));
    ahead = isAlone && tokens.length === 0 ? read.hints : [];
  }
  return bindPostcode(tokens.length < 3 ? tokens : bindCodes(tokens), gazetteer);
}

/** "53 - LAVAL": a town in that department if the department has one of this name, or if the name is unknown. */
function townOfDepartment({ name, hint }: NumberedTown, gazetteer: Gazetteer): Token[] {
  const known = readTokens(name, gazetteer);
  if (known.some(isKnown) || !maybeTown(name)) return [...withPostal(known, [hint])];
  return [
    unknown(name),
    postcodeToken({ text: hint.region ?? gazetteer.countryName(hint.country), ...hint }, gazetteer),
  ];
}

/** These tokens; the postcodes are added to the last. */
const withPostal = (tokens: readonly Token[], hints: readonly PostalHint[]): readonly Token[] =>
  hints.length === 0
    ? tokens
    : tokens.map((token, at) => (at < tokens.length - 1 ? token : { ...token, postal: [...token.postal, ...hints] }));

/** The meanings of a part, and of a postcode in it, which is a separate part if its form is unique to a country. */
function readCodedPart(
  part: string,
  context: Context,
  how: { isWhole: boolean; isDashed: boolean },
): { tokens: readonly Token[]; hints: readonly PostalHint[] } {
  const district = readDepartment(part.trim());
  if (district !== null) return { tokens: [], hints: [district] };
  const { rest, stated, hints } = takePostcode(part);
  if (stated === null) return { tokens: readPart(part, context, how), hints };
  const before = /\p{L}/u.test(rest) ? readPart(rest, context, how) : [];
  return { tokens: [...before, postcodeToken(stated, context.gazetteer)], hints };
}

/** A postcode that identifies its country, and usually its region. */
function postcodeToken({ text, country, region }: PostalHint & { text: string }, gazetteer: Gazetteer): Token {
  const regions = region === null ? [] : gazetteer.regions(region).filter((each) => each.country === country);
  return { ...blank, text, regions, country: regions.length > 0 ? null : country };
}

/** The meanings of a part. `isWhole`: it is the entire text; `isDashed`: a dash follows. */
function readPart(
  part: string,
  context: Context,
  { isWhole, isDashed }: { isWhole: boolean; isDashed: boolean },
): Token[] {
  const plain = resolve(part, context);
  const tokens = (isWhole && !plain.some(isKnown) ? cityOfOffice(part, context) : null) ?? plain;
  const begins = context.first || /^(?:or|and|oder|und|et|ou)\s/iu.test(part);
  return tokens.slice(0, mostTokens).map((token, at) => ({
    ...token,
    breakBefore: token.breakBefore || (at === 0 && begins),
    joint: isDashed && at === tokens.length - 1 ? 'dash' : token.joint,
  }));
}

/** The same parts, mostly countries and regions, occur in many texts. */
const memoizedPart = memoize<{ tokens: readonly Token[]; hints: readonly PostalHint[] }>(4000);

/** Maximum parts read per text. */
const mostTokens = 40;

/** "Frankfurt (Oder)" and "Dallas - Fort Worth" are single names, despite their brackets and dashes. */
function wholeNames(text: string, gazetteer: Gazetteer): string {
  const dashed = !text.includes(' - ')
    ? text
    : text.replace(
        /(?<![^,;()])([^,;()-]{2,40}) - ([^,;()-]{2,40})(?![^,;()])/g,
        (whole, one: string, other: string) =>
          gazetteer.cities(`${one} ${other}`).length > 0 ? `${one}-${other}` : whole,
      );
  return dashed.replace(/(?<![^,;()])([^,;()]+)\(([^,;()]+)\)/g, (whole, name: string, inner: string) =>
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
  const station = townOfStation(text, context);
  if (station !== null) return station;
  if (houseAndStreet.test(text)) return endOfAddress(text, { ...context, numbered: true });
  const bare = takeNumbers(text);
  if (!/\p{L}/u.test(bare)) return [];
  const known = (bare === text ? null : meaning(bare, context)) ?? null;
  if (known !== null) return [known];
  return (
    joinedByHyphens(bare, context) ??
    compassBeforeCode(bare, context) ??
    (between.test(bare) ? null : (joinedBySpaces(bare, context) ?? widerFirst(bare, context))) ??
    severalIn(bare, context) ??
    amongPhrases(bare, context) ??
    withItsRegion(bare, context) ??
    beforeOtherWords(bare, context) ??
    respeltName(bare, context) ??
    endOfAddress(bare, { ...context, numbered: /\d/.test(text) })
  );
}

/** "1800 S Washington" */
const houseAndStreet = /^\d+[a-z]?\s+[NSEW]{1,2}\.?\s/iu;

/** "Mobile, AL": an unknown word may be a city's name if the city's region follows. */
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
    // "Resort & Spa": a small town's name next to meaningless words is an ordinary word, unless its region follows.
    const weak = known < pieces.length && !found.flat().some(isMentioned);
    // "Istanbul/Turkey" is one place, "Istanbul or Turkey" are two.
    const isOne = pieces.length === 2 && /\S\/\S/.test(text) && holds(found[1], found[0]);
    return found.flatMap((tokens, index) =>
      tokens.map((token, at) => ({
        ...token,
        weak: token.weak || weak,
        breakBefore: token.breakBefore || (index > 0 && at === 0 && !isOne),
      })),
    );
  }
  return null;
}

/** Whether a part is the country of another one that is a large city. */
function holds([outer, ...more]: readonly Token[] = [], [inner]: readonly Token[] = []): boolean {
  const [city] = inner?.cities ?? [];
  return more.length === 0 && city !== undefined && isCity(city) && outer?.country === city.country;
}

const isMentioned = (token: Token): boolean =>
  isWide(token) || token.weak || token.cities.some(({ inhabitants }) => inhabitants >= mentionedTown);
const mentionedTown = 20_000;

/** "Greater Seattle Area", "Chicago Office", "anywhere in Canada". */
function amongPhrases(text: string, context: Context): Token[] | null {
  let found: Token[] | null = null;
  const rest = takeAround(text, (less) => {
    const whole = meaning(less, context);
    found = whole === null ? joinedBySpaces(less, context) : [whole];
    return found !== null;
  });
  if (rest === null) return null;
  if (facility.test(text))
    return (found ?? []).map((token: Token) => ({ ...token, weak: token.weak || isName(token) }));
  return (found ?? []).map((token: Token) =>
    inName.test(text) ? withFullName(direction.test(text) ? asInner(token, text) : token, text) : token,
  );
}

/** A hospital is not in the place it is named after: "Castle Hill Hospital" needs other evidence for Castle Hill. */
const facility = /\b(?:hospital|clinic|infirmary)$/iu;

/** Whether a name belongs to several towns or has several words, and is therefore unreliable. */
const isName = (token: Token): boolean =>
  !isWide(token) &&
  (token.text.includes(' ') || token.cities.filter(({ inhabitants }) => inhabitants >= mentionedTown).length > 1);

const inName =
  /^(?:north|south|east|west|central|center|valley|upper|lower)(?:ern)? |(?<!(?:city|town)) (?:city|cent(?:er|re)|town)$/iu;

/** "Century City, CA": a word cut from a phrase may belong to the name of a town that is not in the gazetteer. */
function withFullName(token: Token, text: string): Token {
  const isOnlyName = text.split(' ').length === token.text.split(' ').length + 1 && maybeTown(text);
  const isSmall = token.cities.every(({ inhabitants }) => inhabitants < largeTown);
  return isOnlyName && isSmall && token.cities.length > 0 && !isWide(token) ? { ...token, fullName: text } : token;
}

const largeTown = 100_000;
const isWide = ({ regions, districts, country, area }: Token): boolean =>
  regions.length + districts.length > 0 || country !== null || area !== null;

/** "Deerfield Township OH", "500 Oak Ave Charlotte NC": before a region, a town or the end of an address. */
function withItsRegion(text: string, context: Context): Token[] | null {
  const words = text.split(/\s+/u);
  for (let at = Math.max(1, words.length - 3); at < words.length; at++) {
    const end = wider(words.slice(at).join(' '), context);
    if (end === null || ordinaryWords.has(end.text.toLowerCase())) continue;
    const start = words.slice(0, at).join(' ');
    if (isCompass(start)) return [end];
    return [...endOfAddress(start, { ...context, numbered: true }).map(beforeSpace), end];
  }
  return null;
}

/** "West Chester OH" is not part of Chester, but "South Philadelphia PA" is part of Philadelphia. */
function compassBeforeCode(text: string, context: Context): Token[] | null {
  const [, name, code] = /^((?:North|South|East|West)(?:ern)? \p{Lu}[\p{L}.' -]*) ([A-Z]{2})$/u.exec(text) ?? [];
  const end = name === undefined || code === undefined ? null : wider(code, context);
  if (name === undefined || end === null || !end.regions.some(({ postal }) => postal)) return null;
  const whole = meaning(name, context);
  if (whole !== null) return [beforeSpace(whole), end];
  const inner = meaning(name.replace(direction, ''), context);
  return [beforeSpace(inner === null ? unknown(name) : withFullName(inner, name)), end];
}

const beforeSpace = (token: Token): Token => ({ ...token, joint: 'space' });

/** "US Eligible States": a country's short name or an area before words without a place. */
function beforeOtherWords(text: string, context: Context): Token[] | null {
  const [word = ''] = text.split(/\s/u, 1);
  const start = word !== text && /^[A-Z.]{2,5}$/.test(word) ? wider(word, context) : null;
  const isArea = start?.country === 'US' || start?.country === 'GB' || (start !== null && start.area !== null);
  return start !== null && isArea && start.regions.length === 0 ? [start] : null;
}

/** Reads a misspelt well-known name, such as "Massachussetts". */
function respeltName(text: string, context: Context): Token[] | null {
  const name = nearestName(text);
  const token = name === null ? null : meaning(name, context);
  return token === null ? null : [token];
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
