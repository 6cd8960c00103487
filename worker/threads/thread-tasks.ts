import { isMainThread } from 'node:worker_threads';
import { inflateRawSync } from 'node:zlib';
import { type CollectedJob, type PackedJobs, withFirstSeen } from '../../shared/search/collections/collection-store.js';
import type { HeldJob } from '../../shared/search/job.js';
import { decodePage } from '../fetch/decode-page.js';
import { type Gazetteer, loadGazetteer } from '../gazetteer/gazetteer.js';
import { decodeMails } from '../mail/packed-mails.js';
import { fingerprintOf } from '../match/dedupe/job-fingerprint.js';
import { writingSegment } from '../match/segment/write-segment.js';
import { boundPostings } from '../normalise/bound-posting.js';
import { normalise } from '../normalise/normalise.js';
import { createCompanyLocationBias } from '../normalise/place/company-location-bias.js';
import { runSync } from '../process/cooperative.js';
import { describeList, describePage, type ListFact, type PageFacts } from '../recognise/describe-page.js';
import { kindNamed } from '../sources/kinds/source-kinds.js';
import { emptyPosting, hashOfPosting, type Posting } from '../sources/posting.js';
import type { CommonSettings, PageRequest, ParsedPage, ReceivedPage } from '../sources/source.js';
import { SourceError, type SourceFailure } from '../sources/source.js';
import {
  batchesOf,
  type LocatedBatch,
  type PostingBatch,
  packPostings,
  unpackLocated,
  unpackPostings,
} from './posting-batch.js';
import type { ThreadTask } from './thread-pool.js';
import { lowerOwnPriority, reportProgress, type ThreadProgress } from './watch-threads.js';

/** The functions that run in threads (`worker/threads/thread-pool.ts`), where code that parses a source's text may hang. */

// The thread that renews job locks and answers searches goes first when both need a core.
if (!isMainThread) lowerOwnPriority();

let loaded: Gazetteer | null = null;
const gazetteer = (): Gazetteer => {
  loaded ??= loadGazetteer();
  return loaded;
};

/** A posting that makes a thread load its lazy modules. */
const sample: Posting = {
  ...emptyPosting('Cook (m/f/d)', 'https://posting.invalid/1'),
  places: [{ text: 'Leeds, UK', city: null, region: null, country: null }],
  postedAt: '2 days ago',
  descriptionHtml: '<p>You cook for <b>200 guests</b>, full time, &pound;30,000 a year.</p>',
};

/** Warms up a thread, so that its first posting does not wait for modules to load. */
export function begin({ progress }: ThreadTask<object>): void {
  const task = { batch: packPostings([sample]), source: 'sample', now: Date.now(), leanings: null, skip: [] };
  const { jobs } = normaliseBatch({ ...task, progress });
  const held = (JSON.parse(jobs) as CollectedJob[]).map(({ job }) => job);
  runSync(writingSegment('sample', held));
}

export type ParseTask = { kind: string; settings: CommonSettings; request: PageRequest; response: ReceivedPage };

/** Why third-party text was not read. */
export type Refused = { failure: SourceFailure; message: string; retryAfterSeconds: number | null };

/** The result of `read`, in one step, or why it refuses. */
function unlessRefused<Result>(progress: ThreadProgress, read: () => Result, isDetail = false): Result | Refused {
  reportProgress(progress)(1);
  return orRefused(read, isDetail);
}

/**
 * The result of `read`, or why it refuses. `isDetail`: an error of our own costs only the posting of this page; one
 * that breaks the parser of a listing is reported as our own failure.
 */
function orRefused<Result>(read: () => Result, isDetail: boolean): Result | Refused {
  try {
    return read();
  } catch (error) {
    if (error instanceof SourceError) {
      const { failure, message, retryAfterSeconds } = error;
      return { failure, message, retryAfterSeconds };
    }
    if (!isDetail) throw error;
    return { failure: 'changed', message: `It could not be read (${String(error)}).`, retryAfterSeconds: null };
  }
}

/** A page from which to find a source. */
export type DescribeTask = { page: ReceivedPage };
export type Described = { facts: PageFacts };
export type DescribedList = { list: ListFact | null };

/** Decodes a page and describes the postings of its site. */
export const describe = ({ page, progress }: ThreadTask<DescribeTask>): Described | Refused =>
  unlessRefused(progress, () => ({ facts: describePage(decodePage(page, { accept: 'page' })) }));

/** Decodes a page and finds the list that contains two given postings. */
export const describeExamples = ({
  page,
  examples,
  progress,
}: ThreadTask<DescribeTask & { examples: readonly [string, string] }>): DescribedList | Refused =>
  unlessRefused(progress, () => ({ list: describeList(decodePage(page, { accept: 'page' }), examples) }));

/** A parsed page without its postings, and these packed. */
export type Parsed = { page: ParsedPage; postings: PostingBatch[] };

/** Decodes one response, parses it with its kind's parser, bounds its postings and computes their hashes, in one step. */
export const parsePage = (task: ThreadTask<ParseTask>): Parsed | Refused =>
  unlessRefused(task.progress, () => parseResponse(task), task.request.role === 'detail');

/** The same for a response of mails, which the library decodes in its own steps. */
export async function parseMails(task: ThreadTask<ParseTask>): Promise<Parsed | Refused> {
  reportProgress(task.progress)(1);
  const response = await decodeMails(task.response, task.request);
  return orRefused(() => parseResponse({ ...task, response }), false);
}

function parseResponse({ kind, settings, request, response }: ParseTask): Parsed {
  const parsed = kindNamed(kind)?.parse(decodePage(response, request), request, settings);
  if (parsed === undefined) throw new Error(`There is no kind "${kind}".`);
  const { postings, flaws } = boundPostings(parsed.postings);
  const page = {
    ...parsed,
    flaws: (parsed.flaws ?? []).concat(flaws),
    isBounded: true,
    hashes: postings.map(hashOfPosting),
  };
  return { page: { ...page, postings: [] }, postings: batchesOf(postings).map(packPostings) };
}

/** Countries and regions where the company of each posting of a batch is likely to be. */
export type BatchLeanings = string[][];

/** `skip`: indices, over all batches, of postings to skip. */
export type LeaningTask = { batches: LocatedBatch[]; skip: number[] };

/** Learns where the companies of a full collection are; one step per posting. */
export function learnLeanings({ batches, skip, progress }: ThreadTask<LeaningTask>): BatchLeanings[] {
  const step = reportProgress(progress);
  const leanings = createCompanyLocationBias(gazetteer());
  const left = new Set(skip);
  const read = batches.map(unpackLocated);
  for (const [at, posting] of read.flat().entries()) {
    step(at + 1);
    if (!left.has(at)) leanings.note(posting);
  }
  return read.map((postings) => postings.map((posting) => [...leanings.of(posting)]));
}

/** `skip`: indices of postings to leave out; `leanings`: `null` = the batch is the full collection. `now`: epoch ms. */
export type NormaliseTask = {
  batch: PostingBatch;
  source: string;
  now: number;
  leanings: BatchLeanings | null;
  skip: number[];
};

/** The packed jobs of a collection (`shared/search/collections/collection-store.ts`), and the steps to leave out. */
export type SegmentTask = { source: string; packed: PackedJobs; skip: number[] };

/** Makes the segment of a collection; one step per posting, after one that unpacks them. */
export function makeSegment({ source, packed, skip, progress }: ThreadTask<SegmentTask>): Uint8Array {
  const step = reportProgress(progress);
  step(1);
  const jobs = packed.chunks.flatMap((chunk) => JSON.parse(inflateRawSync(chunk).toString()) as HeldJob[]);
  const steps = writingSegment(source, withFirstSeen(jobs, packed), new Set(skip));
  for (let at = 2; ; at++) {
    step(at);
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Jobs as JSON, in the order of their postings, and sentences about postings that could not be converted. */
export type NormaliseOutcome = { jobs: string; flaws: string[] };

/** Normalises a batch, one step per posting; two steps when leanings are learnt first. */
export function normaliseBatch({
  batch,
  source,
  now,
  leanings,
  skip,
  progress,
}: ThreadTask<NormaliseTask>): NormaliseOutcome {
  const step = reportProgress(progress);
  const postings = unpackPostings(batch);
  const left = new Set(skip);
  const batchBias = createCompanyLocationBias(gazetteer());
  if (leanings === null)
    for (const [at, posting] of postings.entries()) {
      step(at + 1);
      if (!left.has(at)) batchBias.note(posting);
    }
  const tools = { source, gazetteer: gazetteer(), now: new Date(now) };
  const jobs: CollectedJob[] = [];
  const flaws: string[] = [];
  for (const [at, posting] of postings.entries()) {
    step((leanings === null ? postings.length : 0) + at + 1);
    if (left.has(at)) continue;
    const bias = leanings === null ? batchBias.of(posting) : new Set(leanings[at]);
    const outcome = normalise(posting, { ...tools, bias });
    if ('flaw' in outcome) flaws.push(outcome.flaw);
    else {
      // Matching computes the fingerprint outside of threads, where a hang cannot be terminated, so it is tried here first.
      fingerprintOf(outcome.job);
      jobs.push(outcome);
    }
  }
  return { jobs: JSON.stringify(jobs), flaws };
}
