import { describeSeconds } from '../../shared/words/describe-seconds.js';
import { readSourcesFile } from '../sources/config/sources-file.js';
import { hostOf } from '../sources/fresh-times.js';
import type { Source } from '../sources/source.js';
import { collectSecondsOf, paceOf } from '../sources/source-limits.js';

/** The postings that a board counts with before anything is known of it. */
export const assumedPostings = 25;

type HostLoad = { host: string; boards: number; requests: number; perMinute: number; seconds: number };

/** What a first reading of boards takes at the pace of their hosts: hosts are read beside each other. */
export type ReadingPlan = {
  boards: number;
  hosts: number;
  requests: number;
  seconds: number;
  longest: HostLoad | null;
};

/** Plans the first reading of sources. A request a board, and one for each of `assumedPostings` where a kind needs them. */
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

/** Plans the first reading of entries that are not in use yet. */
export const planEntries = (entries: readonly object[]): ReadingPlan =>
  planReading(entries.length === 0 ? [] : readSourcesFile(JSON.stringify({ sources: entries }), 'the catalogue'));

const count = new Intl.NumberFormat('en');

/** The plan as a sentence or two. */
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
