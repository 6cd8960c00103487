import { readFileSync, writeFileSync } from 'node:fs';

/** Replaces the text between `<!-- NAME:begin -->` and `<!-- NAME:end -->` of a page; throws when they are missing. */
export function writeBetween(file: string, name: string, text: string): void {
  const page = readFileSync(file, 'utf8');
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no ${begin} … ${end}.`);
  writeFileSync(file, `${page.slice(0, from + begin.length)}\n${text.trim()}\n${page.slice(to)}`);
}
