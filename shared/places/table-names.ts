import { areas } from './areas.js';
import { cityNames } from './city-names.js';
import { countryNames } from './countries.js';
import { foldPlace } from './fold-place.js';
import { namedRegions } from './named-regions.js';
import { regions } from './regions.js';

/**
 * The meaning of a name in the tables, without the gazetteer's cities: `country US`, `region US TX`, `area dach`,
 * `named Bay Area`, `city US san francisco`, several separated by `|` in alphabetical order.
 */
export type TableMeaning = string;

/** Maps folded names to meanings, and meanings to preferred names. */
export type TableNames = {
  meaning(name: string): TableMeaning | null;
  /** The preferred name with exactly this meaning; `null` = the tables have none. */
  preferred(meaning: TableMeaning): string | null;
  /** ISO 3166-1 alpha-2 of a meaning that is only a country. */
  countryOf(meaning: TableMeaning | null): string | null;
};

/** One meaning of a name, and whether we write this name. */
type Row = { meaning: string; names: readonly string[] };

/** The lookup tables; built on first use (some 4,000 short texts). */
export function tableNames(): TableNames {
  made ??= makeTable();
  return made;
}

let made: TableNames | undefined;

function makeTable(): TableNames {
  const rows = allRows();
  const byName = new Map<string, string[]>();
  for (const { meaning, names } of rows)
    for (const name of new Set(names.map(foldPlace))) byName.set(name, [...(byName.get(name) ?? []), meaning]);
  const meanings = new Map<string, string>();
  for (const [name, found] of byName) meanings.set(name, intern(found));
  const written = new Map<string, string>();
  for (const { meaning, names } of rows)
    for (const name of names)
      if (!written.has(meaning) && meanings.get(foldPlace(name)) === meaning) written.set(meaning, name);
  return {
    meaning: (name) => meanings.get(foldPlace(name)) ?? null,
    preferred: (meaning) => written.get(meaning) ?? null,
    countryOf: (meaning) => /^country ([A-Z]{2})$/.exec(meaning ?? '')?.[1] ?? null,
  };
}

/** A region that people name takes precedence over a town or country of the same name in other tables. */
function intern(found: readonly string[]): string {
  const named = found.find((meaning) => meaning.startsWith('named '));
  return named ?? [...new Set(found)].sort().join('|');
}

function allRows(): Row[] {
  return [
    ...namedRegions.map(({ name, spellings }) => ({ meaning: `named ${name}`, names: [name, ...spellings] })),
    ...countryRows(),
    ...[...regions].flatMap(([country, rows]) =>
      rows.map(({ name, spellings }) => ({ meaning: `region ${country} ${name}`, names: [name, ...spellings] })),
    ),
    ...areas.map(({ name, spellings }) => ({ meaning: `area ${name}`, names: [name, ...spellings] })),
    ...cityNames.map(({ country, name, shown, spellings }) => ({
      meaning: `city ${country} ${foldPlace(name)}`,
      names: [shown, name, ...spellings],
    })),
  ];
}

/** Every country by its code, English name, and names in job ads. */
function countryRows(): Row[] {
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const others = new Map(countryNames.map(({ code, names }) => [code, names]));
  return twoLetters().flatMap((code) => {
    const name = isCountry(code) ? english.of(code) : undefined;
    if (name === undefined) return [];
    const plain = name.replaceAll(' & ', ' and ');
    // Of these, the names used in job ads are preferred.
    const written = / - |\(| SAR/.test(plain) ? [] : [plain, name];
    return [{ meaning: `country ${code}`, names: [...written, ...(others.get(code) ?? []), code] }];
  });
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const twoLetters = (): string[] => letters.flatMap((one) => letters.map((other) => one + other));

/** Groups of countries and test codes to which Unicode also gives two letters. */
const noCountries: ReadonlySet<string> = new Set('EU EZ UN QO XA XB ZZ AC CP CQ DG EA IC TA'.split(' '));

/** Whether two letters are a current country code: a former one ("DD") is replaced by another. */
function isCountry(code: string): boolean {
  return !noCountries.has(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
}
