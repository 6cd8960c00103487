import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The sections that scripts write, by document, each with the file that writes it; `null` for a text without figures, and for first
 * looks, of which each row names its commit since nothing can be looked at for the first time again.
 */
const writers: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'docs/reports/benchmarks.md': {
    releases: 'bench/releases/compare-releases.ts',
    lighthouse: 'scripts/demo/lighthouse.mjs',
  },
  'docs/reference/settings.md': { settings: null },
  'docs/reports/soak.md': { soak: 'bench/soak/soak.ts' },
  'docs/reports/scale-and-faults.md': { faults: 'bench/faults/main.ts' },
  'docs/reports/quality.md': {
    ...{ reading: 'bench/quality/quality.ts', relevance: 'bench/relevance/section.ts' },
    ...{ learnt: 'bench/quality/learnt-neighbours.ts', 'first-looks': null },
  },
};

/** Which file writes each section of a document, given by its path in the project. */
export function writersOf(root: string, document: string): ReadonlyMap<string, string | null> {
  const own = Object.entries(writers[document] ?? {});
  return new Map([...(document === 'docs/reports/benchmarks.md' ? benchFiles(root) : []), ...own]);
}

/** The file of each bench, as bench/benches.ts loads it. */
export function benchFiles(root: string): Map<string, string> {
  const text = readFileSync(join(root, 'bench/benches.ts'), 'utf8');
  const entries = text.matchAll(/^ {2}'?([\w-]+)'?: async \(\) => \(await import\('\.\/([\w/-]+)\.js'\)\)/gm);
  return new Map([...entries].map(([, name = '', file = '']) => [name, `bench/${file}.ts`]));
}

/** Whether a file, or one that it imports, writes a row of this id: ids are written out in the code, up to an `@`. */
export function writesRow(root: string, file: string, id: string): boolean {
  const [name = ''] = id.split('@', 1);
  return sourcesOf(root, file).some((text) => [`'${name}'`, `\`${name}@`].some((literal) => text.includes(literal)));
}

const known = new Map<string, string[]>();

/** The texts of a file and of all that it imports by a relative path. */
function sourcesOf(root: string, file: string): string[] {
  const path = join(root, file);
  const found = known.get(path);
  if (found !== undefined) return found;
  const seen = new Map<string, string>();
  const waiting = [path];
  for (const next of waiting) {
    if (seen.has(next) || !existsSync(next)) continue;
    const text = readFileSync(next, 'utf8');
    seen.set(next, text);
    for (const [, imported = ''] of text.matchAll(/ from '(\.{1,2}\/[\w./-]+)\.js'/g))
      waiting.push(join(dirname(next), `${imported}.ts`));
  }
  const texts = [...seen.values()];
  known.set(path, texts);
  return texts;
}
