import { plainLetters } from './text.js';

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
