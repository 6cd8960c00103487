import type { CollectedJob } from '../../shared/search/collections/collection-store.js';
import type { HeldJob } from '../../shared/search/job.js';
import { fingerprintOf, type KeyKind, kindOf } from '../match/dedupe/job-fingerprint.js';
import type { Task } from '../process/cooperative.js';
import { isSameText } from './compare-listing.js';
import type { GoneRow, OpenRow } from './opening-record.js';

/** A new posting of an opening that closed under another id. */
export type Repost = { row: OpenRow; former: GoneRow };

/** Identifies an opening on any board: company, title and a place, or the employer's own number. */
export const openingKeys = (job: HeldJob): string[] => keysOf(job, ['opening', 'requisition']);

/** Keys that a repost shares with the former posting: `openingKeys` or, without a place, company and title. */
export const repostKeys = (job: HeldJob): string[] =>
  fingerprintOf(job).places.length > 0 ? openingKeys(job) : keysOf(job, ['head', 'requisition']);

function keysOf(job: HeldJob, kinds: readonly KeyKind[]): string[] {
  const telling = fingerprintOf(job).keys.filter((key) => kinds.includes(kindOf(key)));
  return [...new Set(telling)].map((key) => key.toString(36));
}

type Candidates = {
  /** Listed openings that may be reposts, with their jobs. */
  young: readonly { row: OpenRow; job: HeldJob }[];
  closed: readonly GoneRow[];
  /** Reads the complete former posting; `null` when it is no longer stored. */
  readFormer(row: GoneRow): Promise<CollectedJob | null>;
};

/**
 * Finds postings of openings that closed earlier under another id: the same company, title and place (or none) with
 * nearly the same text, or the same requisition with the same title or text. Each closed opening has at most one
 * repost.
 */
export async function findReposts(
  { young, closed, readFormer }: Candidates,
  run: <Result>(task: Task<Result>) => Promise<Result>,
): Promise<Repost[]> {
  const formers = new Map<string, GoneRow[]>();
  for (const row of closed) for (const key of row.keys) formers.set(key, [...(formers.get(key) ?? []), row]);
  if (formers.size === 0 || young.length === 0) return [];
  const alike = await run(alikeOf(young, formers));
  const taken = new Set<string>();
  const reposts: Repost[] = [];
  for (const { row, job, rows } of alike)
    for (const former of rows) {
      if (taken.has(former.id) || former.lastSeen >= row.firstSeen) continue;
      const before = await readFormer(former);
      if (before === null || !isSameOpening(before.job, job)) continue;
      taken.add(former.id);
      reposts.push({ row, former });
      break;
    }
  return reposts;
}

type Alike = { row: OpenRow; job: HeldJob; rows: GoneRow[] };

/** The young openings that share a key with closed ones, and these, the last seen first. */
function* alikeOf(young: Candidates['young'], formers: ReadonlyMap<string, readonly GoneRow[]>): Task<Alike[]> {
  const alike: Alike[] = [];
  for (const { row, job } of young) {
    const rows = [...new Set(repostKeys(job).flatMap((key) => formers.get(key) ?? []))];
    rows.sort((one, other) => other.lastSeen - one.lastSeen);
    if (rows.length > 0) alike.push({ row, job, rows });
    yield;
  }
  return alike;
}

/** Whether a later posting that shares a key with a former one is of the same opening. */
function isSameOpening(former: HeldJob, later: HeldJob): boolean {
  const [one, other] = [fingerprintOf(former), fingerprintOf(later)];
  const sameRequisition = one.requisition !== null && one.requisition === other.requisition;
  const sameTitle = one.title === other.title;
  if (!isSameText(former.description, later.description)) return sameRequisition && sameTitle;
  // Without a place they may share only the first part of a title.
  return sameRequisition || sameTitle;
}
