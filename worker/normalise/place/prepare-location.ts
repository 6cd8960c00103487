import { tidyText } from '../../../shared/words/text.js';
import { fromLargeToSmall } from './east-asian-address.js';
import { withCapitals } from './with-capitals.js';

/** Longer than any location; the rest is advertising. */
const mostLetters = 1000;

/** Codes joined by dots: "USA.VA.Reston". */
const dotted = /^[A-Z]{2,3}\.[\p{L}\d .'-]+$/u;
/** Parts joined by underscores after a code: "IN_Indianapolis_HQ". */
const underlined = /^[A-Z]{2,3}_/;
/** "Portland, OR or Seattle": what follows a code and a joint is another place. */
const afterCode = /(,\s?[A-Z]{2})\s(?:or|OR|and|&)\s(?=\p{Lu})/gu;
/** Towns with their states in a row: "Boston, MA Seattle, WA". */
const inARow = /(, [A-Z]{2})(?= \p{Lu}\p{Ll}[\p{L} .]{1,30}, [A-Z]{2}\b)/gu;
/** A sentence's end between two names: "Curitiba. Brasília". */
const fullStop = /(?<=\p{L}{5})\.\s(?=\p{Lu}\p{Ll})/gu;

/** A side of a town after its state's code: "Dallas, TX (NE)". */
const sideAfterCode = /(,\s?[A-Z]{2})\s?\((?:[NS]?[EW]|[NS])\)/g;
/** "NA" beside an area is North America; alone it says that there is no answer. */
const northAmerica = /\b(EMEA|APAC|LATAM|EU)(\s?[-,;/&|]\s?(?:[Rr]emote\s?-\s?)?)NA\b/g;
const beforeArea = /\bNA(?=\s?[-,;/&|]\s?(?:EMEA|APAC|LATAM|EU)\b)/g;

/** Numbers that a country gives its regions: "Western Visayas (Region VI)"; the letters alone are codes of countries. */
const numberedRegion = / ?\(?\bRegion [IVX]{1,5}(?:-[A-Z])?\b\)?/g;
/** "Hải Phòng (mới)": merged with its neighbours in 2025. */
const merged = / \(mới\)/g;

/** "г. Москва", "м. Київ", "гр. София": a word for a town before its name. */
const townWord =
  /(?<!\p{L})(?:г|гор|м|гр|с|город|місто|град)\. ?(?=\p{Lu})|(?<!\p{L})(?:город|місто|град) (?=\p{Lu})/gu;
/** "Paris 8e arrondissement", "Budapest XIII. kerület": a district by its number. */
const numberedDistrict =
  /,? (?:\d{1,2}(?:er|e|ème|eme)? arr(?:ondissement|\.)?|(?:[IVX]{1,5}|\d{1,2})\.? ker(?:ület|\.)|\d{1,2}\. ?bezirk|(?:anadolu|avrupa) yakası)(?!\p{L})/giu;

/** "Berlin 🇩🇪": the flag of a country behind a name. */
const flag = /(?<=\p{L} ?)\p{Regional_Indicator}{2}/gu;
const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });
const countryOf = (sign: string): string =>
  `, ${countryNames.of(String.fromCharCode(...Array.from(sign, (letter) => (letter.codePointAt(0) ?? 0) - 0x1f1e6 + 65)))}`;

/** A location text as it is read: in one line, capitalised, with the separators of applicant-tracking systems as commas. */
export function prepareLocation(text: string): string {
  const line = fromLargeToSmall(withCapitals(tidyText(text.replace(/\n/g, ';')).slice(0, mostLetters)));
  const separated = dotted.test(line) && !/\b[A-Z]\.[A-Z]\b/.test(line) ? line.replaceAll('.', ' - ') : line;
  return withCounties(underlined.test(separated) ? separated.replaceAll('_', ' - ') : separated)
    .replaceAll('⎹', '|')
    .replaceAll('،', ',')
    .replace(flag, countryOf)
    .replace(townWord, '')
    .replace(numberedDistrict, '')
    .replace(numberedRegion, '')
    .replace(merged, '')
    .replace(/\bD\. ?C\./g, 'DC')
    .replace(sideAfterCode, '$1')
    .replace(northAmerica, '$1$2North America')
    .replace(beforeArea, 'North America')
    .replace(afterCode, '$1; ')
    .replace(inARow, '$1;')
    .replace(fullStop, ', ');
}

/** "Hudson / Essex / Morris County, NJ": each of the names is a county. */
function withCounties(line: string): string {
  if (!line.includes('/') || !/ (?:County|Counties)\b/.test(line)) return line;
  const parts = line.split('/');
  const [last = ''] = parts.slice(-1);
  const isList = /^[^,;]* (?:County|Counties) ?(?:,|$)/.test(last) && parts.every((part) => part.length <= 60);
  if (!isList) return line;
  return parts
    .map((part) => part.trim())
    .map((part, at) => (at === parts.length - 1 || /[,;|-]|\bCounty\b/.test(part) ? part : `${part} County`))
    .join(' / ');
}
