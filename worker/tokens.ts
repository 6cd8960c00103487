import { plainLetters } from '../shared/text.js';
import { jobHeads } from './keyword-words.js';
import { oneSpelling } from './spelling.js';

/** Names of things that punctuation belongs to, before words are cut. */
const special: readonly [RegExp, string][] = [
  [/\bc\+\+/g, ' cplusplus '],
  [/\bc#/g, ' csharp '],
  [/\bf#/g, ' fsharp '],
  [/(?:^|[\s,(/])\.net\b/g, ' dotnet '],
  [/\bnode\.\s?js\b/g, ' nodejs '],
  [/\b(react|vue|next|angular|express)\.\s?js\b/g, ' $1 '],
  [/\br ?& ?d\b/g, ' rnd '],
];

/** Words that are written as one, as two and with a dash. */
const compounds =
  /\b(?:(front|back)[\s-]end|(full)[\s-]stack|(e)-commerce|(dev)[\s-](?:sec)?[\s-]?ops|(data)[\s-]base|(health)[\s-]care|(cyber)[\s-]security|(node)[\s-]js|(post)[\s-]?gre[\s-]?sql)\b/gi;

/** Compounds that other languages write as one word: "softwareentwickler" is a kind of "entwickler". */
const germanCompound = new RegExp(`^(\\p{L}{4,}?)s?(${jobHeads.join('|')})$`, 'u');

/** Writes compounds as one word: "front end" and "front-end" are "frontend". */
export function joinCompounds(text: string): string {
  return text.replace(compounds, (found) => found.replace(/[\s-]/g, ''));
}

/** Words of a text, folded but not stemmed, in their order. */
export function rawWordsOf(text: string): readonly string[] {
  let plain = joinCompounds(plainLetters(text));
  if (/[+#.&]/.test(plain)) for (const [written, word] of special) plain = plain.replace(written, word);
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Words of a text, folded and stemmed, in their order. */
export function tokensOf(text: string): string[] {
  return rawWordsOf(text).flatMap(partsOf);
}

/** What one word is indexed as: its stem, or the stems of its two parts. */
export function partsOf(word: string): readonly string[] {
  const parts = word.length >= 9 ? germanCompound.exec(stem(word)) : null;
  return parts === null ? [stem(word)] : [parts[1] ?? '', parts[2] ?? ''];
}

/**
 * A light stem, so that plural and singular, British and American spelling, and the forms a title has for men and women
 * meet: "engineers" and "engineer", "Entwicklerin" and "Entwickler". "Developing" stays apart from "developer".
 */
export function stem(word: string): string {
  return oneSpelling(singular(word));
}

function singular(word: string): string {
  if (word.length <= 3 || !word.endsWith('s')) return word;
  if (/(?:ss|us|is|ous|js|ics|aws|news|ios|sales)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|zz|ss)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
