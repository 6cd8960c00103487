import { readFileSync, writeFileSync } from 'node:fs';
import { projectFile } from '../../shared/project-file.js';
import { endStamp, type Stamp } from './stamp.js';
import { type StampedRows, writeStamps } from './stamp-line.js';

/** The generated sections of a page by name: the text between `<!-- NAME:begin -->` and `<!-- NAME:end -->`. */
export function readSections(page: string): Map<string, string> {
  const found = page.matchAll(/<!-- ([\w-]+):begin -->\n([\s\S]*?)<!-- \1:end -->\n?/g);
  return new Map([...found].map(([, name = '', text = '']) => [name, text]));
}

/** The page with a section replaced; a new one precedes those in `before`. Throws if there is no place for it. */
export function withSection(page: string, name: string, text: string, before: readonly string[] = []): string {
  const written = `<!-- ${name}:begin -->\n${text.trim()}\n<!-- ${name}:end -->`;
  const own = new RegExp(`<!-- ${name}:begin -->\\n[\\s\\S]*?<!-- ${name}:end -->`);
  if (own.test(page)) return page.replace(own, () => written);
  const next = before.map((each) => `<!-- ${each}:begin -->`).find((mark) => page.includes(mark));
  if (next !== undefined) return page.replace(next, () => `${written}\n\n${next}`);
  if (before.length === 0) throw new Error(`There is no <!-- ${name}:begin --> … <!-- ${name}:end --> to write to.`);
  return `${page.trimEnd()}\n\n${written}\n`;
}

/**
 * Writes a section of a document of the project, given by its path from the root, with the stamp of its figures or
 * rows: the only way in which scripts write figures. A text without figures has no stamp.
 */
export function writeSection(
  file: string,
  name: string,
  text: string,
  { stamp, rows, before }: { stamp?: Stamp; rows?: readonly StampedRows[]; before?: readonly string[] } = {},
): void {
  const path = projectFile(file);
  const stamped = rows ?? (stamp === undefined ? [] : [{ stamp: endStamp(stamp), rows: new Map<number, string>() }]);
  const whole = stamped.length === 0 ? text : `${text.trim()}\n\n${writeStamps(stamped)}`;
  writeFileSync(path, withSection(readFileSync(path, 'utf8'), name, whole, before));
}
