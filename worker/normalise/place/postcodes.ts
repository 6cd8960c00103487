import { readTable } from '../languages/read-table.js';

/** How a country writes its postcodes, whether no other does so, and which region their first characters name. */
type PostcodeRow = { country: string; form: string; own: boolean; regions: string };

/** The forms of postcodes; those of one country come before those that several share. */
export const postcodeTable: readonly PostcodeRow[] = readTable('postcodes.txt').map(
  ([country = '', form = '', own, regions = '']) => ({ country, form, own: own === 'own', regions }),
);

/** Where a postcode places a posting; `region` is `null` where it only tells the country. */
export type PostalHint = { country: string; region: string | null };

/** What the postcode in a part of a text says; `rest`: the part without a code that states its country. */
export type FoundPostcode = {
  rest: string;
  /** The place that a code states whose form is that of one country alone. */
  stated: (PostalHint & { text: string }) | null;
  /** The places that a code may mean whose form several countries share. */
  hints: readonly PostalHint[];
};

/** Part of a longer number, a phone number or a word is no postcode. */
const within = (form: string): string => `(?<![\\p{L}\\d#/.,+-])(?:${form})(?![\\p{L}\\d/-])`;

const ownRows = postcodeTable.filter(({ own }) => own).map((row) => ({ row, code: new RegExp(within(row.form), 'u') }));
const anyOwn = new RegExp(within(ownRows.map(({ row }) => row.form).join('|')), 'u');

const sharedRows = postcodeTable.filter(({ own }) => !own);
const sharedForms = [...new Set(sharedRows.map(({ form }) => form))].map((form) => ({
  rows: sharedRows.filter((row) => row.form === form),
  code: new RegExp(within(`(?:(?:D|A|F|B|CH|I|E|S|NL|FI|AT|FR|BE|IT|ES|SE)-)?${form}`), 'u'),
}));

/** Letters before a code for the country, as on letters sent across a border: "D-80331". */
const countryLetters: ReadonlyMap<string, string> = new Map([
  ...['CH', 'NL', 'FI', 'AT', 'FR', 'BE', 'IT', 'ES', 'SE'].map((code) => [code, code] as const),
  ...Object.entries({ D: 'DE', A: 'AT', F: 'FR', B: 'BE', I: 'IT', E: 'ES', S: 'SE' }),
]);

const nothing: readonly PostalHint[] = [];

/** Reads the postcode in a part of a location text, a code of one country's form before one that several share. */
export function takePostcode(part: string): FoundPostcode {
  if (!/\d/.test(part)) return { rest: part, stated: null, hints: nothing };
  const written = anyOwn.exec(part)?.[0];
  const row = written === undefined ? undefined : ownRows.find(({ code }) => code.test(written))?.row;
  if (written !== undefined && row !== undefined)
    return {
      rest: part.replace(written, ' ').trim(),
      stated: { text: written, ...placeOf(row, written) },
      hints: nothing,
    };
  return { rest: part, stated: null, hints: hintsIn(part) };
}

function hintsIn(part: string): readonly PostalHint[] {
  if (!/\d{2}/.test(part)) return nothing;
  return sharedForms.flatMap(({ rows, code }) => {
    const [, letters, digits = ''] = /^(?:([A-Z]+)-)?(.+)$/.exec(code.exec(part)?.[0] ?? '') ?? [];
    if (digits === '') return [];
    const country = letters === undefined ? undefined : countryLetters.get(letters);
    return rows.filter((row) => letters === undefined || row.country === country).map((row) => placeOf(row, digits));
  });
}

/** The numbers of French departments, as they stand alone; Corsica's end with a letter. */
const department = /^(?:0[1-9]|[1-8]\d|9[0-5]|2[AB]|97[1-6])$/;
const france = postcodeTable.find(({ country }) => country === 'FR');

/** The department that a text alone numbers ("53", "2A", "974"); `null` = none. */
export const readDepartment = (text: string): PostalHint | null =>
  france !== undefined && department.test(text) ? placeOf(france, text) : null;

/** A town with the number of its department, as the French employment service writes them. */
export type NumberedTown = { name: string; hint: PostalHint };

/** "49 - OMBREE D ANJOU": a name in capitals without apostrophes. `null` = another text. */
export function readNumberedTown(text: string): NumberedTown | null {
  const [, number = '', name = ''] = /^(\d[\dAB]\d?) ?- ?(\p{Lu}[\p{Lu}' -]{1,40}(?: \d\d)?)$/u.exec(text) ?? [];
  const hint = readDepartment(number);
  if (hint === null) return null;
  const small = name.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  return { hint, name: small.replace(/(?<!\p{L})([DL]) (?=[AEIOUYH])/gu, "$1'") };
}

/** The place of a code: that of the letters it begins with, or else of its longest prefix. */
function placeOf(row: PostcodeRow, code: string): PostalHint {
  const prefixes = prefixesOf(row);
  const [letters] = /^[A-Z]+/.exec(code) ?? [];
  if (letters !== undefined) return prefixes.get(letters) ?? { country: row.country, region: null };
  for (let length = Math.min(code.length, longestPrefix); length > 0; length--) {
    const found = prefixes.get(code.slice(0, length));
    if (found !== undefined) return found;
  }
  return { country: row.country, region: null };
}

const longestPrefix = 5;

const byPrefix = new Map<PostcodeRow, ReadonlyMap<string, PostalHint>>();

function prefixesOf(row: PostcodeRow): ReadonlyMap<string, PostalHint> {
  const known = byPrefix.get(row);
  if (known !== undefined) return known;
  const made = new Map(
    row.regions.split(';').flatMap((each) => {
      const [name = '', list = ''] = each.split('=');
      const hint = name.startsWith('@')
        ? { country: name.slice(1), region: null }
        : { country: row.country, region: name };
      return list.split(',').flatMap((range) => prefixesFrom(range).map((prefix) => [prefix, hint] as const));
    }),
  );
  byPrefix.set(row, made);
  return made;
}

/** "06-09" is 06, 07, 08, 09; a prefix of letters is itself. */
function prefixesFrom(range: string): string[] {
  const [from = '', to = from] = range.split('-');
  if (!/^\d+$/.test(from)) return [from];
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) =>
    String(Number(from) + at).padStart(from.length, '0'),
  );
}
