import { readFile, writeFile } from 'node:fs/promises';
import {
  boardRemarks,
  catalogueFile,
  formatKnownBoards,
  parseKnownBoards,
} from '../../shared/catalogue/known-boards.js';
import { CommandError } from '../../shared/cli/arguments.js';
import { projectFile } from '../../shared/project-file.js';
import { type AskedBoard, askBoard, asSources, describePlan, many, planReading } from '../catalogue/board-entries.js';
import { type Checked, checkedFacts, checkSource } from '../collect/check-sources.js';
import { settingsOf } from '../sources/config/describe-kinds.js';
import { readSourcesFile } from '../sources/config/sources-file.js';
import { hostOf } from '../sources/fresh-times.js';
import { sourceKinds } from '../sources/kinds/source-kinds.js';
import type { Source, SourceKind } from '../sources/source.js';
import { forEachByHost, forPeople, openFile, print, withTools } from './open-tools.js';

// The command check: of a file's sources, of the catalogue's boards, or of one board of every kind.

/** Boards read concurrently, in total and per host; each also keeps to its host's pace. */
const atOnce = 16;
const perHost = 2;

/** Tests every source of a file that is not paused, and prints each when it has been read. Returns the exit code. */
export async function checkCommand(file: string): Promise<number> {
  const { entries } = await openFile(file);
  // As at the start of the service, a missing environment value is a mistake.
  const all = await forPeople(() => readSourcesFile(JSON.stringify({ sources: entries }), file));
  const sources = all.filter(({ isPaused }) => isPaused !== true);
  const paused = entries.length - sources.length;
  const width = Math.max(6, ...sources.map(({ id }) => id.length));
  let failed = 0;
  await withTools(sources, async ({ access, threads }) => {
    print(`${'source'.padEnd(width)}  postings  ${checkedFacts.map((fact) => fact.padStart(9)).join(' ')}   seconds`);
    await forEachByHost(sources, { atOnce, perHost, hostOf, nameOf: ({ id }) => id }, async (source) => {
      const checked = await checkSource(source, { access, threads, now: new Date() });
      print(row(checked, width));
      if (checked.trouble !== null) print(`${' '.repeat(width)}  ${checked.trouble}`);
      if (checked.trouble !== null && checked.postings === 0) failed += 1;
    });
  });
  print(
    `${sources.length - failed} of ${sources.length} sources returned postings.${paused > 0 ? ` ${paused} paused.` : ''}`,
  );
  return failed > 0 ? 1 : 0;
}

function row({ id, postings, more, filled, tookMs }: Checked, width: number): string {
  const facts = checkedFacts.map((fact) => (postings === 0 ? '–' : `${filled[fact]} %`).padStart(9)).join(' ');
  return `${id.padEnd(width)}  ${`${postings}${more ? '+' : ''}`.padStart(8)}  ${facts}   ${(tookMs / 1000).toFixed(1)}`;
}

/** `file`: a catalogue; `null` = that of the repository. `prune`: leave boards out of it that are gone, that their owners forbid to read, or without a matching kind. */
type CatalogueCheck = { file: string | null; prune: boolean };

/** Requests each board's first page, and lists those to remove. Returns the exit code: 1 if any stay. */
export async function checkCatalogueCommand({ file, prune }: CatalogueCheck): Promise<number> {
  const opened = await openCatalogue(file);
  const asked = asSources(parseKnownBoards(opened.text));
  print(describePlan(planReading(asked.flatMap(({ source }) => source ?? []))));
  const counts = { there: 0, gone: 0, forbidden: 0, failed: 0, unread: 0 };
  const left = new Set<AskedBoard>();
  await withTools([], async ({ access }) => {
    const limits = {
      atOnce,
      perHost,
      hostOf: ({ source }: AskedBoard) => (source === null ? '' : hostOf(source)),
      nameOf: ({ board }: AskedBoard) => board.name,
    };
    await forEachByHost(asked, limits, async (each) => {
      const state = await askBoard(each, access);
      counts[state] += 1;
      if (state === 'there' || state === 'failed') return;
      left.add(each);
      print(`${(state === 'unread' ? 'not read' : state).padEnd(9)}  ${each.board.name}: ${each.board.board}`);
    });
  });
  print(
    `${many(asked.length, 'board')}: ${counts.there} answer, ${counts.gone} are gone, ${counts.forbidden} are forbidden by robots.txt, ${counts.failed} could not be reached, ${counts.unread} have no matching kind.`,
  );
  if (left.size === 0) return 0;
  if (!prune) {
    print(
      `With --prune ${left.size === 1 ? 'the one listed is' : `the ${left.size} listed are`} left out of ${opened.path}.`,
    );
    return 1;
  }
  const kept = asked.flatMap((each) => (left.has(each) ? [] : each.board));
  await writeFile(opened.path, formatKnownBoards(boardRemarks(opened.text), kept));
  print(`${many(left.size, 'board')} left out of ${opened.path}.`);
  return 0;
}

/** A catalogue's text, and its location: in the repository, or next to the code of an installed package. */
export async function openCatalogue(file: string | null): Promise<{ path: string; text: string }> {
  const paths = file === null ? [projectFile('shared/catalogue/boards.csv'), catalogueFile()] : [file];
  for (const path of paths) {
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text !== null) return { path, text };
  }
  throw new CommandError(`There is no file ${paths[0]}.`);
}

/** Boards of one kind tried until one returns postings: some of the catalogue have moved. */
const boardsTried = 3;

/** Kinds read concurrently. */
const kindsAtOnce = 8;

/** Pages and postings read per board. */
const sample = { pages: 2, jobs: 10 };

type KindRow = { kind: SourceKind; board: string; checked: Checked | null; why: string };

/**
 * Reads boards of a catalogue, by default the repository's, of every kind or of one. Returns the exit code: 1 when a
 * kind that was tried returned nothing.
 */
export async function checkKindsCommand(file: string | null, only: string | null): Promise<number> {
  const kinds = sourceKinds.filter(({ kind }) => only === null || kind === only);
  if (kinds.length === 0) throw new CommandError(`There is no kind "${only}": "sources kinds" lists them.`);
  const boards = asSources(parseKnownBoards((await openCatalogue(file)).text));
  const rows: KindRow[] = [];
  await withTools([], async ({ access, threads }) => {
    const nameOf = ({ kind }: SourceKind): string => kind;
    await forEachByHost(kinds, { atOnce: kindsAtOnce, perHost: 1, hostOf: nameOf, nameOf }, async (kind) => {
      const candidates = candidatesOf(kind, boards);
      let row: KindRow = { kind, board: '', checked: null, why: whyUntried(kind) };
      for (const { name, source } of candidates) {
        const checked = await checkSource(source, { access, threads, now: new Date(), sample });
        row = { kind, board: name, checked, why: checked.trouble ?? '' };
        if (checked.postings > 0) break;
      }
      rows.push(row);
    });
  });
  const sorted = kinds.flatMap(({ kind }) => rows.find((row) => row.kind.kind === kind) ?? []);
  for (const line of tableOf(sorted)) print(line);
  const tried = sorted.filter(({ checked }) => checked !== null);
  const found = tried.filter(({ checked }) => (checked?.postings ?? 0) > 0);
  print(
    `\n${found.length} of ${tried.length} kinds returned postings; ${sorted.length - tried.length} were not tried.`,
  );
  return found.length < tried.length ? 1 : 0;
}

type Candidate = { name: string; source: Source };

/** The first boards of a kind in the catalogue, or the kind itself when it needs no setting. */
function candidatesOf(kind: SourceKind, boards: ReturnType<typeof asSources>): Candidate[] {
  const known = boards.flatMap(({ board, source }): Candidate[] =>
    source?.kind.kind === kind.kind ? [{ name: board.name, source }] : [],
  );
  if (known.length > 0) return known.slice(0, boardsTried);
  const read = kind.settings.safeParse({ id: 'check', kind: kind.kind });
  if (!read.success) return [];
  const settings = { ...kind.defaults, ...read.data };
  return [{ name: '–', source: { id: 'check', kind, settings, secrets: [], redact: (text) => text } }];
}

function whyUntried(kind: SourceKind): string {
  const needed = settingsOf(kind).filter(({ required }) => required);
  const names = needed.length === 0 ? 'settings' : needed.map(({ name }) => name).join(', ');
  return `not tried: the catalogue has no board of it, and it needs ${names}`;
}

/** The rows as a Markdown table. */
function tableOf(rows: readonly KindRow[]): string[] {
  const cell = (text: string): string => text.replace(/[|\n]/g, ' ').slice(0, 160);
  const day = new Date().toISOString().slice(0, 10);
  const heads = ['kind', 'board', 'postings', ...checkedFacts, 'seconds', `remarks (${day})`];
  return [
    `| ${heads.join(' | ')} |`,
    `| ${heads.map(() => '---').join(' | ')} |`,
    ...rows.map(({ kind, board, checked, why }) => {
      const facts = checkedFacts.map((fact) => (checked?.postings ? `${checked.filled[fact]} %` : '–'));
      const seconds = checked === null ? '–' : (checked.tookMs / 1000).toFixed(1);
      const postings = checked === null ? '–' : `${checked.postings}${checked.more ? '+' : ''}`;
      return `| ${[kind.kind, board, postings, ...facts, seconds, why].map(cell).join(' | ')} |`;
    }),
  ];
}
