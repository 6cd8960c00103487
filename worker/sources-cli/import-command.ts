import { readFile } from 'node:fs/promises';
import { CommandError } from '../../shared/cli/arguments.js';
import { type Draft, idOfBoard, nameEntry, type SourceEntry } from '../recognise/entry.js';
import { type Explained, explainList } from '../recognise/explain-list.js';
import { findSource } from '../recognise/find-source.js';
import { probeNames } from '../recognise/probe-names.js';
import { readList } from '../recognise/read-list.js';
import { createPageReader } from '../threads/read-in-threads.js';
import { forEachByHost, forPeople, openFile, print, saveFile, type Tools, withTools } from './open-tools.js';

export type ImportOptions = { file: string; dryRun: boolean; offline: boolean };

/** Longer lists must be split. */
const maxLines = 100_000;

/** Companies looked up at a time. Each host has its own pace. */
const atOnce = 8;

/** Limit of finding the source of one line. */
const lineMs = 60_000;

/**
 * Turns a list of companies into entries: boards without a request, then, unless `offline`, sites and names by reading
 * pages. Each line is explained. Returns the exit code: 0 unless nothing was recognised.
 */
export async function importCommand(list: string, { file, dryRun, offline }: ImportOptions): Promise<number> {
  const text = await readFile(list, 'utf8').catch(() => {
    throw new CommandError(`There is no file ${list}.`);
  });
  const lines = await forPeople(() => readList(text, list));
  if (lines.length > maxLines)
    throw new CommandError(`${list} has ${lines.length} lines: at most ${maxLines} at once.`);
  const opened = await openFile(file);
  const taken = new Set(opened.entries.map(({ id }) => id));
  const explained = explainList(lines, opened.sources);
  const added: SourceEntry[] = [];
  const boards = new Map(opened.sources.map(({ id, kind, settings }) => [idOfBoard({ kind, settings }), id]));
  const add = (draft: Draft): string => {
    const board = idOfBoard(draft);
    const known = boards.get(board);
    if (known !== undefined) return `the same as "${known}"`;
    const entry = nameEntry(draft, taken);
    boards.set(board, entry.id);
    added.push(entry);
    return `${entry.kind} "${entry.id}"`;
  };
  const outcomes = new Map<number, string>();
  for (const each of explained) if (each.as === 'board') outcomes.set(each.line, add(each.draft));
  const open = explained.filter(({ as }) => as === 'page' || as === 'name');
  if (!offline && open.length > 0)
    await withTools(opened.sources, (tools) =>
      forEachByHost(open, { atOnce, perHost: atOnce, hostOf: () => '', nameOf: ({ text }) => text }, async (each) => {
        const found = await lookUpLine(each, tools);
        outcomes.set(each.line, typeof found === 'string' ? found : add(found));
      }),
    );
  for (const each of explained) print(`${each.line}\t${each.text}\t${outcomes.get(each.line) ?? sentenceOf(each)}`);
  if (added.length > 0 && !dryRun) await saveFile(file, [...(await openFile(file)).entries, ...added]);
  print(summary(explained, { added: added.length, file, dryRun, offline }));
  return added.length > 0 || explained.every(({ as }) => as === 'duplicate') ? 0 : 1;
}

function sentenceOf(each: Explained): string {
  if (each.as === 'duplicate') return `the same as ${each.of}`;
  if (each.as === 'page') return 'a site: its careers page has to be read';
  if (each.as === 'name') return 'a name: likely boards must be tried';
  return 'neither an address nor a name';
}

/** The draft of a site or name, or a sentence about what is missing. */
async function lookUpLine(each: Explained, { access, threads }: Tools): Promise<Draft | string> {
  const reader = createPageReader(threads, { ...access, signal: AbortSignal.timeout(lineMs) });
  if (each.as === 'page') {
    const finding = await findSource(each.url, reader);
    return finding.draft ?? finding.missing;
  }
  const boards = await probeNames(each.text, reader);
  const living = boards.find(({ state }) => state === 'living');
  if (living !== undefined) return { kind: living.kind, settings: living.settings };
  return boards.length > 0
    ? 'a board of this name exists, but has no postings: add it by its address'
    : 'no board answers to this name: give an address';
}

function summary(
  explained: readonly Explained[],
  { added, file, dryRun, offline }: ImportOptions & { added: number },
): string {
  const count = (as: Explained['as']): number => explained.filter((each) => each.as === as).length;
  const parts = [
    `${explained.length} lines`,
    `${added} sources ${dryRun ? 'found' : `written into ${file}`}`,
    `${count('duplicate')} duplicates`,
  ];
  const open = count('page') + count('name');
  if (offline && open > 0) parts.push(`${open} to be looked up without --offline`);
  if (count('unknown') > 0) parts.push(`${count('unknown')} not understood`);
  return `${parts.join(', ')}.`;
}
