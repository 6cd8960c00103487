import { z } from 'zod';
import type { KnownBoard } from '../../shared/catalogue/known-boards.js';
import { describeSeconds } from '../../shared/words/describe-seconds.js';
import type { FetchHashed } from '../fetch/fetch-page.js';
import { type Draft, idOfBoard, nameEntry, type SourceEntry } from '../recognise/entry.js';
import { draftOf } from '../recognise/known-boards.js';
import { readSourcesFile } from '../sources/config/sources-file.js';
import { hostOf } from '../sources/fresh-times.js';
import { companyName, companyNameAtMost } from '../sources/parse/board-settings.js';
import { collectSecondsOf, paceOf, type Source, SourceError, type SourceKind } from '../sources/source.js';

const factsOf = ({ industry, size, website }: KnownBoard) => ({
  ...(industry !== null && { industry }),
  ...(size !== null && { size }),
  ...(website !== null && { website: /^https?:/.test(website) ? website : `https://${website}` }),
});

/** The setting of a kind for the company's name, if its postings do not state it; `null` = none. */
function nameSettingOf({ settings }: SourceKind): string | null {
  const shape: Readonly<Record<string, unknown>> = settings instanceof z.ZodObject ? settings.shape : {};
  return Object.keys(shape).find((name) => shape[name] === companyName) ?? null;
}

/** The catalogue's facts about a board's company, as settings of its entry; with its name where needed. */
export function knownSettings(board: KnownBoard, { kind, settings }: Draft): Record<string, string> {
  const setting = nameSettingOf(kind);
  const isNamed = setting === null || settings[setting] !== undefined || board.name.length > companyNameAtMost;
  return { ...(isNamed ? {} : { [setting]: board.name }), ...factsOf(board) };
}

/** Entries for boards missing from a sources file, in the order of the boards, and those it already has. */
type NewEntries = { added: SourceEntry[]; present: KnownBoard[] };

/** Makes entries for boards, with ids that fit those of the file. Leaves out boards that no kind can read. */
export function newEntries(
  boards: readonly KnownBoard[],
  existing: readonly Pick<Source, 'id' | 'kind' | 'settings'>[],
): NewEntries {
  const taken = new Set(existing.map(({ id }) => id));
  const held = new Set(existing.map((source) => idOfBoard(source)));
  const made: NewEntries = { added: [], present: [] };
  for (const board of boards) {
    const found = draftOf(board);
    if (found === null) continue;
    if (held.has(found.id)) made.present.push(board);
    else {
      held.add(found.id);
      made.added.push({ ...nameEntry(found.draft, taken), ...knownSettings(board, found.draft) });
    }
  }
  return made;
}

/** A board of the catalogue as a source; `null` = no kind reads its address, so the entry is a mistake. */
export type AskedBoard = { board: KnownBoard; source: Source | null };

/** Boards of the catalogue as separate sources. */
export function asSources(boards: readonly KnownBoard[]): AskedBoard[] {
  return boards.map((board) => {
    const found = draftOf(board);
    if (found === null) return { board, source: null };
    const { kind, settings } = found.draft;
    const [source = null] = readSourcesFile(
      JSON.stringify({ sources: [{ id: 'known', kind: kind.kind, ...settings }] }),
      board.board,
    );
    return { board, source };
  });
}

/** Limit of requesting one board, in milliseconds: its turn at a busy host comes late. */
const askMs = 3_600_000;

/**
 * Requests a board's first page. `gone`: its host answers 404 or 410; `forbidden`: its robots.txt does not allow it;
 * other failures may pass.
 */
export async function askBoard(
  { source }: AskedBoard,
  { fetchHashed, userAgent }: { fetchHashed: FetchHashed; userAgent: string },
): Promise<'there' | 'gone' | 'forbidden' | 'failed' | 'unread'> {
  const [first] = source?.kind.requests(source.settings, {}) ?? [];
  if (source === null || first === undefined) return 'unread';
  try {
    await fetchHashed(first, { signal: AbortSignal.timeout(askMs), userAgent, ...paceOf(source) });
    return 'there';
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return error.failure === 'gone' || error.failure === 'forbidden' ? error.failure : 'failed';
  }
}

/** Assumed postings of a board before anything is known of it. */
const assumedPostings = 25;

type HostLoad = { host: string; boards: number; requests: number; perMinute: number; seconds: number };

/** The cost of a first reading of boards at their hosts' pace: hosts are read in parallel. */
type ReadingPlan = {
  boards: number;
  hosts: number;
  requests: number;
  seconds: number;
  longest: HostLoad | null;
};

/** Plans the first reading of sources: one request per board, plus `assumedPostings` where a kind needs them. */
export function planReading(sources: readonly Source[]): ReadingPlan {
  const byHost = new Map<string, HostLoad>();
  for (const source of sources) {
    const host = hostOf(source);
    const { perMinute } = paceOf(source);
    const requests = requestsOf(source);
    const load = byHost.get(host) ?? { host, boards: 0, requests: 0, perMinute, seconds: 0 };
    load.boards += 1;
    load.requests += requests;
    load.seconds += Math.min((requests * 60) / perMinute, collectSecondsOf(source));
    byHost.set(host, load);
  }
  const loads = [...byHost.values()].sort((a, b) => b.seconds - a.seconds);
  return {
    boards: sources.length,
    hosts: loads.length,
    requests: loads.reduce((sum, { requests }) => sum + requests, 0),
    seconds: loads[0]?.seconds ?? 0,
    longest: loads[0] ?? null,
  };
}

function requestsOf({ kind: { cost } }: Source): number {
  const pages = typeof cost.perRequest === 'number' ? Math.ceil(assumedPostings / cost.perRequest) : 1;
  return pages + (cost.details ? assumedPostings : 0);
}

/** Plans the first reading of entries not in use yet. */
export const planEntries = (entries: readonly object[]): ReadingPlan =>
  planReading(entries.length === 0 ? [] : readSourcesFile(JSON.stringify({ sources: entries }), 'the catalogue'));

const count = new Intl.NumberFormat('en');

/** The plan in a sentence or two. */
export function describePlan({ boards, seconds, requests, hosts, longest }: ReadingPlan): string {
  if (longest === null) return 'There is nothing to read.';
  const most = `${longest.host} takes longest, with ${many(longest.boards, 'board')} at ${many(longest.perMinute, 'request')} a minute`;
  const assumed =
    requests > boards ? ` Boards whose postings are read one by one count with ${assumedPostings} each.` : '';
  return `A first reading of ${many(boards, 'board')} on ${many(hosts, 'host')} takes about ${describeSeconds(seconds)} at the hosts’ pace: ${most}.${assumed}`;
}

/** A number with its noun: "1 board", "2,523 boards". */
export const many = (number: number, noun: string): string =>
  `${count.format(number)} ${noun}${number === 1 ? '' : 's'}`;
