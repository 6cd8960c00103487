import { nameTerm } from './technology-names.js';

/** The halves of a day, of which one is also the short form of titles: "PM" is a project manager, "5 pm" is none. */
export const clockHalves: ReadonlySet<string> = new Set(['am', 'pm']);

/** The word of the index for a half of the day, where a text writes it as one. */
export const clockTerm = (half: string): string => nameTerm(half);

const afterTime = /(?<=(?<!\d)\d{1,2}(?:[:.]\d{2})? ?)[ap]m(?![\p{L}\p{N}])/giu;
const beforeShift = /(?<![\p{L}\p{N}])[ap]m(?=[ -]shifts?(?!\p{L}))/giu;
const both = /(?<![\p{L}\p{N}])am ?[/&-] ?pm(?![\p{L}\p{N}])/giu;

/** A half of the day as a word of its own or behind a number, which few texts have: found without looking behind each letter. */
const anyHalf = /[ap]m\b(?<![a-z]..)/i;

/** A text in which halves of the day ("5:00 pm", "PM shift", "AM/PM") are written as the index has them; linear. */
export function markClockTimes(text: string): string {
  if (!anyHalf.test(text)) return text;
  const mark = (half: string): string => ` ${clockTerm(half.toLowerCase())}`;
  return text
    .replace(afterTime, mark)
    .replace(beforeShift, mark)
    .replace(both, `${mark('am')} ${mark('pm')}`);
}
