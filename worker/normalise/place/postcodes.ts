import { readTable } from '../languages/read-table.js';

/** The form of a country's postcodes, whether it is unique to the country, and the regions of its prefixes. */
type PostcodeRow = { country: string; form: string; own: boolean; regions: string };

/** The forms of postcodes; unique forms come before shared ones. */
export const postcodeTable: readonly PostcodeRow[] = readTable('postcodes.txt').map(
  ([country = '', form = '', own, regions = '']) => ({ country, form, own: own === 'own', regions }),
);

/** The location implied by a postcode; `region` is `null` if it only identifies the country. */
export type PostalHint = { country: string; region: string | null };

/** The postcode found in a part of a text; `rest`: the part without a code that identifies its country. */
export type FoundPostcode = {
  rest: string;
  /** The place of a code whose form is unique to one country. */
  stated: (PostalHint & { text: string }) | null;
  /** The possible places of a code in a form shared by several countries. */
  hints: readonly PostalHint[];
};

/** Parts of longer numbers, phone numbers or words are not postcodes. */
const within = (form: string): string => `(?<![\\p{L}\\d#/.,+-])(?:${form})(?![\\p{L}\\d/-])`;

const ownRows = postcodeTable.filter(({ own }) => own).map((row) => ({ row, code: new RegExp(within(row.form), 'u') }));
const anyOwn = new RegExp(within(ownRows.map(({ row }) => row.form).join('|')), 'u');

const sharedRows = postcodeTable.filter(({ own }) => !own);
const sharedForms = [...new Set(sharedRows.map(({ form }) => form))].map((form) => ({
  rows: sharedRows.filter((row) => row.form === form),
  code: new RegExp(within(`(?:(?:D|A|F|B|CH|I|E|S|NL|FI|AT|FR|BE|IT|ES|SE)-)?${form}`), 'u'),
}));

/** Country prefixes of postcodes in international mail: "D-80331". */
const countryLetters: ReadonlyMap<string, string> = new Map([
  ...['CH', 'NL', 'FI', 'AT', 'FR', 'BE', 'IT', 'ES', 'SE'].map((code) => [code, code] as const),
  ...Object.entries({ D: 'DE', A: 'AT', F: 'FR', B: 'BE', I: 'IT', E: 'ES', S: 'SE' }),
]);

const nothing: readonly PostalHint[] = [];

/** Reads the postcode in a part of a location text; forms unique to a country take precedence over shared ones. */
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

/** Numbers of French departments, written by themselves; Corsica's end with a letter. */
const department = /^(?:0[1-9]|[1-8]\d|9[0-5]|2[AB]|97[1-6])$/;
const france = postcodeTable.find(({ country }) => country === 'FR');

/** The department if a text is just its number ("53", "2A", "974"); `null` = it is not. */
export const readDepartment = (text: string): PostalHint | null =>
  france !== undefined && department.test(text) ? placeOf(france, text) : null;

/** A town with the number of its department, as written by the French employment service. */
export type NumberedTown = { name: string; hint: PostalHint };

/** "49 - OMBREE D ANJOU": a name in capitals without apostrophes. `null` = any other text. */
export function readNumberedTown(text: string): NumberedTown | null {
  const [, number = '', name = ''] = /^(\d[\dAB]\d?) ?- ?(\p{Lu}[\p{Lu}' -]{1,40}(?: \d\d)?)$/u.exec(text) ?? [];
  const hint = readDepartment(number);
  if (hint === null) return null;
  const small = name.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  return { hint, name: small.replace(/(?<!\p{L})([DL]) (?=[AEIOUYH])/gu, "$1'") };
}

/** The place of a code: from its leading letters, or else from its longest known prefix. */
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

/** "06-09" is 06, 07, 08, 09; a prefix of letters stays unchanged. */
function prefixesFrom(range: string): string[] {
  const [from = '', to = from] = range.split('-');
  if (!/^\d+$/.test(from)) return [from];
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) =>
    String(Number(from) + at).padStart(from.length, '0'),
  );
}
