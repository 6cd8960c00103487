import { plainLetters, tidyText } from './text.js';

/** The separator of company names, which may contain commas. */
const separator = ';';

/** The non-blank names in a list of companies. Linear in its length. */
export const companiesIn = (text: string): string[] =>
  text
    .split(separator)
    .map(tidyText)
    .filter((name) => companyKey(name) !== '');

/** The canonical list of some companies: the first name of each company, in the order of their keys. */
export function companyList(names: readonly string[]): string {
  const byKey = new Map(names.toReversed().map((name) => [companyKey(name), name]));
  return [...byKey]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, name]) => name)
    .join('; ');
}

/** The form in which lists of the same companies are equal. */
export const companyKeys = (list: string): string => companiesIn(list).map(companyKey).join(separator);

/** Legal forms and filler words that boards spell differently. */
const legalForms = new Set(
  'inc incorporated llc llp lp ltd limited gmbh mbh ag kg kgaa ohg ug se sa sas sarl srl spa sl bv nv ab as oy plc pty pvt corp corporation co company group holding holdings the and international'.split(
    ' ',
  ),
);

/** The legal form of British hospitals, often left out: "Stockport" is "Stockport NHS Foundation Trust". */
const hospitalTrust = / nhs(?: foundation)?(?: trust)?$/;

/** A company's name independent of a board's spelling; `''` for a name without letters or digits. */
export function companyKey(name: string): string {
  const words =
    plainLetters(name)
      .replace(/['’.]/g, '')
      .replace(hospitalTrust, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !legalForms.has(word));
  return (telling.length > 0 ? telling : words).join('');
}
