/** `sources check --kinds`: reads one board of every kind and prints a table that can be pasted into an issue. */
import { parseKnownBoards } from '../../shared/catalogue/known-board.js';
import { CommandError } from '../../shared/cli/command-error.js';
import { asSources } from '../catalogue/ask-boards.js';
import { type Checked, checkedFacts, checkSource } from '../collect/check-sources.js';
import { settingsOf } from '../sources/config/describe-kinds.js';
import { sourceKinds } from '../sources/kinds/source-kinds.js';
import type { Source, SourceKind } from '../sources/source.js';
import { openCatalogue } from './check-catalogue.js';
import { forEachByHost } from './for-each-by-host.js';
import { withTools } from './open-tools.js';
import { print, showProgress } from './output.js';

/** Boards of one kind that are tried until one returns postings: some of the catalogue have moved. */
const boardsTried = 3;

/** Kinds that are read at the same time. */
const atOnce = 8;

/** Pages and postings that are read of one board. */
const sample = { pages: 2, jobs: 10 };

type Row = { kind: SourceKind; board: string; checked: Checked | null; why: string };

/**
 * Reads boards of a catalogue, by default that of the repository, of every kind or of one. Returns the exit code: 1 when a kind that was
 * tried returned nothing.
 */
export async function checkKindsCommand(file: string | null, only: string | null): Promise<number> {
  const kinds = sourceKinds.filter(({ kind }) => only === null || kind === only);
  if (kinds.length === 0) throw new CommandError(`There is no kind "${only}": "sources kinds" lists them.`);
  const boards = asSources(parseKnownBoards((await openCatalogue(file)).text));
  const rows: Row[] = [];
  await withTools([], async ({ access, threads }) => {
    let done = 0;
    showProgress(done, kinds.length);
    await forEachByHost(kinds, { atOnce, perHost: 1, hostOf: ({ kind }) => kind }, async (kind) => {
      const candidates = candidatesOf(kind, boards);
      let row: Row = { kind, board: '', checked: null, why: whyUntried(kind) };
      for (const { name, source } of candidates) {
        const checked = await checkSource(source, { access, threads, now: new Date(), sample });
        row = { kind, board: name, checked, why: checked.trouble ?? '' };
        if (checked.postings > 0) break;
      }
      rows.push(row);
      done += 1;
      showProgress(done, kinds.length, kind.kind);
    });
    showProgress(null);
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

/** The rows as a table of Markdown. */
function tableOf(rows: readonly Row[]): string[] {
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
