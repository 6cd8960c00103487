import { cutText, withoutGenderMarks } from '../../../shared/words/text.js';
import { saidLine } from './plain-line.js';

/** The longest title, in characters. */
const longest = 200;

const pictures =
  /(?:(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u200d\ufe0f\u20e3])+/gu;

/** Advertising before or after a title; not "Urgent Care Nurse", because no separator follows. */
const shout =
  "(?:very )?urgent(?:ly)?(?: (?:hiring|requirement|role|opening|need(?:ed)?|required))?|(?:we(?:[’']| a)re )?(?:now )?hiring(?: now| immediately| asap)?|immediate (?:start|hire|hiring|joiners?|opening)s?|apply (?:now|today)|new(?: job| role| opening)?|hot(?: job)?|asap|job alert|featured|great (?:pay|benefits)|top pay";
const shoutBefore = new RegExp(`^[\\s*~#!>=|•-]*(?:${shout})(?:\\s*[!*~#:|>–—]+\\s*|\\s+-+\\s+)`, 'iu');
const shoutBehind = new RegExp(
  `(?:(?:(?<!\\s)\\s+)?(?<![!*~#:|<–—(])[!*~#:|<–—(]+\\s*|(?<!\\s)\\s+-+\\s+)(?:${shout})[\\s!*~#<)]*$`,
  'iu',
);

const tidy = (text: string): string =>
  text
    .replace(/[([{]\s*[)\]}]/g, ' ')
    .replace(/(?:(?<!\s)\s+)?(?:[*~#=_<>$]{2,}|!{2,})\s*/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-–—|:;,*~•·/\\]+/u, '')
    .replace(/(?<![\s\-–—|:;,*~•·/\\])[\s\-–—|:;,*~•·/\\]+$/u, '')
    .replace(/^(["“'])(.*)(["”'])$/u, (whole, open, inside, close) => (open === close || open === '“' ? inside : whole))
    .trim();

/** Reads a title: without decoration but with all its words and gender marks ("(m/w/d)"); `null` if none remains. */
export function readTitle(text: string): string | null {
  let title = saidLine(text) ?? '';
  for (let before = ''; title !== before; ) {
    before = title;
    title = tidy(title.replace(pictures, ' ').replace(shoutBefore, '').replace(shoutBehind, ''));
    if (title.length > longest) title = cutText(title, longest).replace(/(?<!\s)\s+\S*$/, '');
    title = saidLine(title) ?? '';
  }
  return /[\p{L}\p{N}]/u.test(withoutGenderMarks(title)) ? title : null;
}
