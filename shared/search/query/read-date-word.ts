import { cutText } from '../../words/cut-text.js';
import { didYouMean } from '../../words/did-you-mean.js';
import { tidyText } from '../../words/text.js';
import { dateWords } from '../../words/words.js';

const hoursIn: readonly [RegExp, number][] = [
  [/^(?:h|hr|hrs|hours?)$/, 1],
  [/^(?:d|days?)$/, 24],
  [/^(?:w|wk|wks|weeks?)$/, 168],
  [/^(?:mo|mos|months?|m)$/, 720],
  [/^(?:y|yr|yrs|years?)$/, 8760],
];

/** A year: further back no posting is asked for. */
const longest = 8784;

type Trouble = { code: 'unknown-value'; detail: string; allowed: readonly string[]; suggestion?: string };

/** Words in lower case, a space between them: punctuation never matters, except as a decimal point. */
const wordsOf = (text: string): string =>
  tidyText(text)
    .toLowerCase()
    .replace(/(?!\.\d)[^a-z0-9]+/g, ' ')
    .trim();

/** Reads how long ago a job may have been posted: a known word, or a count, canonical in hours (`3 days` → `72hr`); "past hour" is one. */
export function readDateWord(text: string): string | Trouble {
  if (tidyText(text) === '') return '';
  const word = dateWords.read(text);
  if (word !== null) return word;
  const [, past, count = past === undefined ? '' : '1', unit = ''] =
    /^((?:in |within )?(?:the )?(?:past|last) )?(?:(\d{1,4}) ?)?([a-z]+)(?: ago)?$/.exec(wordsOf(text)) ?? [];
  const factor = hoursIn.find(([spelling]) => spelling.test(unit))?.[1];
  const hours = (count === '' ? Number.NaN : Number(count)) * (factor ?? Number.NaN);
  if (hours >= 1 && hours <= longest) return dateWords.read(`${hours}hr`) ?? `${hours}hr`;

  const spellings = dateWords.words.flatMap((each) => [each, ...dateWords.understood[each]]);
  const near = didYouMean(text, spellings);
  const suggestion = near === null ? null : dateWords.read(near);
  return {
    code: 'unknown-value',
    detail: `"${cutText(tidyText(text), 60)}" is not a span of time up to a year.${suggestion === null ? ' Send a count such as "3 days", or a word.' : ` Did you mean "${suggestion}"?`}`,
    allowed: dateWords.words,
    ...(suggestion === null ? {} : { suggestion }),
  };
}
