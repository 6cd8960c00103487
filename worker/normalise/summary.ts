import { foldWord } from '../../shared/text.js';

/** The longest summary, in characters. */
const longest = 280;

/** Shorter lines without an end of a sentence are headings or facts that stand elsewhere in the record. */
const shortest = 40;

/** The beginning of a description as one line of at most 280 characters, cut at a word; headings and the repeated title are left out. */
export function summarise(description: string, title: string): string {
  const name = foldWord(title);
  const lines = description.split('\n', 200).filter((line) => line !== '' && foldWord(line) !== name);
  const start = lines.findIndex((line) => line.length >= shortest || /[.!?…]$/.test(line));
  const text = lines
    .slice(Math.max(0, start))
    .map((line) => line.replace(/^\s*- /, ''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 2).toWellFormed();
  const word = cut.lastIndexOf(' ');
  return `${(word < longest / 2 ? cut : cut.slice(0, word)).replace(/[\s,;:–-]+$/, '')} …`;
}
