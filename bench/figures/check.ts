import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBefore, type Release, readReleases } from './releases.js';
import { readSections } from './sections.js';
import { readStamps, type StampedRows, withoutStamps } from './stamp-line.js';
import { benchFiles, writersOf, writesRow } from './writers.js';

/** A row of the comparison of releases may cost this many times what it did; more needs a sentence. */
export const mostWorse = 1.1;

/**
 * What is wrong with the figures in the documents of the project in this folder: sections that no script writes, that do not say
 * when they were measured or are older than the last release, rows that no bench writes, and rows of the comparison of releases
 * that got worse without a reason. It reads files alone, so that a clone without tags or history gives the same.
 */
export function checkFigures(root: string): string[] {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const [latest] = readReleases(read('CHANGELOG.md'));
  if (latest === undefined) return ['CHANGELOG.md dates no release'];
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`);
  return [
    ...(version === latest.version ? [] : [`CHANGELOG.md dates ${latest.version} last, package.json has ${version}`]),
    ...(latest.commit === null
      ? [`CHANGELOG.md: ${latest.version} names no commit that its figures were measured at`]
      : []),
    ...documents.flatMap((document) => checkDocument(root, { document, text: read(document), latest })),
  ];
}

type Checked = { document: string; text: string; latest: Release };

function checkDocument(root: string, { document, text, latest }: Checked): string[] {
  const writers = writersOf(root, document);
  const sections = readSections(text);
  const missing = writers.has('releases') && !sections.has('releases');
  const found = [...sections].flatMap(([name, section]) => {
    const writer = writers.get(name);
    if (writer === undefined) return [`section "${name}" is written by no script`];
    // “Not measured at this release” is honest.
    if (writer === null || !/\d/.test(section)) return [];
    const stamps = readStamps(section);
    if (stamps.length === 0) return [`section "${name}" does not say at which commit it was measured`];
    return [
      ...stamps.flatMap((each) => checkAge(name, each, latest)),
      ...(name === 'releases'
        ? checkReleases(root, section, stamps)
        : checkRows(root, { name, writer, section, stamps })),
    ];
  });
  return [...(missing ? ['there is no comparison with the release before (npm run bench -- all)'] : []), ...found].map(
    (each) => `${document}: ${each}`,
  );
}

function checkAge(name: string, { stamp, rows }: StampedRows, latest: Release): string[] {
  if (!isBefore(stamp.release, latest.version)) return [];
  const what = rows.size === 0 ? `section "${name}"` : `${rows.size} rows of section "${name}"`;
  return [
    `${what}: measured at ${stamp.commit}, before ${latest.version}; measure anew (${stamp.command}) or remove what is stale`,
  ];
}

/** Sections with ids have one for each row of their table, and a writer of each. */
function checkRows(
  root: string,
  { name, writer, section, stamps }: { name: string; writer: string; section: string; stamps: readonly StampedRows[] },
): string[] {
  const ids = stamps.flatMap(({ rows }) => [...rows.values()]);
  const lines = withoutStamps(section).split('\n');
  const isTable = lines.some((line) => line.startsWith('| work | ours |'));
  const table = lines.filter((line) => /^\| (?!work \||--- \|)/.test(line));
  return [
    ...(isTable && ids.length !== table.length
      ? [`section "${name}" has ${table.length} rows, ${ids.length} of them measured`]
      : []),
    ...ids.filter((id) => !writesRow(root, writer, id)).map((id) => `section "${name}": no bench writes its row ${id}`),
  ];
}

/** Rows of the comparison are named by bench and id; what got worse has a reason in the last column. */
function checkReleases(root: string, section: string, stamps: readonly StampedRows[]): string[] {
  const files = benchFiles(root);
  const unwritten = stamps
    .flatMap(({ rows }) => [...rows.values()])
    .filter((named) => {
      const [bench = '', id = ''] = named.split(':', 2);
      const file = files.get(bench);
      return file === undefined || !writesRow(root, file, id);
    });
  const worse = section.split('\n').flatMap((line) => {
    const [bench = '', row = '', , , ratio = '', why = ''] = line.slice(2, -2).split(' | ');
    return line.startsWith('| ') && Number.parseFloat(ratio) > mostWorse && why.trim() === '–'
      ? [`${bench}: “${row}” costs ${ratio} times what it did, without a sentence why (bench/releases/explained.json)`]
      : [];
  });
  return [...unwritten.map((named) => `section "releases": no bench writes ${named}`), ...worse];
}
