import { foldWord } from '../../shared/text.js';

/** The longest summary, in characters. */
const longest = 280;

/** Shorter lines without an end of a sentence are headings or facts that stand elsewhere in the record. */
const shortest = 40;

/** The beginning of a description as one line of at most 280 characters, cut at a word; headings and the repeated title are left out. */
export function summarise(description: string, title: string): string {
  const name = foldWord(title);
  const isTitle = (line: string): boolean => line.length < title.length + 20 && foldWord(line) === name;
  const lines = description.split('\n', 60).filter((line) => line !== '' && !isTitle(line));
  const start = lines.findIndex((line) => line.length >= shortest || /[.!?…]$/.test(line));
  const text = lines
    .slice(Math.max(0, start))
    .map((line) => line.replace(/^\s*- /, ''))
    .join(' ')
    .replace(/\s{2,}/g, ' ')
    .trim();
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 2).toWellFormed();
  const word = cut.lastIndexOf(' ');
  return `${(word < longest / 2 ? cut : cut.slice(0, word)).replace(/[\s,;:–-]+$/, '')} …`;
}
