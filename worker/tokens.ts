import { plainLetters } from '../shared/text.js';

/** Names of things that punctuation belongs to, before words are cut. */
const special: readonly [RegExp, string][] = [
  [/\bc\+\+/g, ' cplusplus '],
  [/\bc#/g, ' csharp '],
  [/\bf#/g, ' fsharp '],
  [/(?:^|\s)\.net\b/g, ' dotnet '],
  [/\bnode\.?\s?js\b/g, ' nodejs '],
  [/\b(react|vue|next|angular|express)\.?\s?js\b/g, ' $1 '],
  [/\br&d\b/g, ' rnd '],
  [/\bui\/ux\b/g, ' ui ux '],
];

/** Words that are written as one, as two and with a dash. */
const compounds = /\b(?:(front|back)[\s-]end|(full)[\s-]stack|(e)-commerce|(dev)[\s-]ops)\b/gi;

/** Writes compounds as one word: "front end" and "front-end" are "frontend". */
export function joinCompounds(text: string): string {
  return text.replace(compounds, (found) => found.replace(/[\s-]/, ''));
}

/** Words of a text, folded and stemmed, in their order. */
export function tokensOf(text: string): string[] {
  let plain = joinCompounds(plainLetters(text));
  if (/[+#.&/]/.test(plain)) for (const [written, token] of special) plain = plain.replace(written, token);
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map(stem);
}

/**
 * A light stem, so that plural and singular and the commonest endings meet: "engineers" and "engineer", "nurses" and
 * "nurse", "developing" stays apart from "developer".
 */
export function stem(word: string): string {
  if (word.length <= 3 || !word.endsWith('s')) return word;
  if (/(?:ss|us|is|ous|js|ics|aws|news|ios|sales)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|zz|ss)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
