import type { HeldJob } from '../../shared/search/job.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { allGroups, createCorpus } from '../../worker/match/corpus/corpus.js';
import { prepareCollection } from '../../worker/match/corpus/prepare-collection.js';
import { normalise } from '../../worker/normalise/normalise.js';
import { makeTrueOpenings } from './duplicate-openings.js';
import { hardDuplicates } from './hard-duplicates.js';
import type { Row } from './row.js';
import { type Manner, writeLabelled } from './write-duplicates.js';

/** A job with the opening it truly is. */
export type LabelledJob = { truth: string; job: HeldJob };

const now = new Date('2026-11-21T12:00:00Z');

/** The seed of each part of the set. */
const seeds: Readonly<Record<Manner, number>> = { tuning: 41, 'held-out': 97 };

/** Openings of each part, before their near misses. */
const openingsOfPart = 1500;

/** The labelled jobs of a part: made by rule, and the hard cases written by hand. */
export function labelledJobs(manner: Manner, openings = openingsOfPart): LabelledJob[] {
  const seed = seeds[manner];
  const gazetteer = loadGazetteer();
  const written = writeLabelled(makeTrueOpenings(seed, openings), seed, manner);
  return [...written, ...hardDuplicates(manner === 'held-out')].map(({ truth, board, posting, daysOld }) => {
    const postedAt = new Date(now.getTime() - daysOld * 86_400_000).toISOString();
    const outcome = normalise({ ...posting, postedAt }, { source: board, gazetteer, now });
    if ('flaw' in outcome) throw new Error(outcome.flaw);
    return { truth, job: outcome.job };
  });
}

/** Pairs of postings: grouped as one opening, truly one opening, and both. */
export type PairCount = { found: number; truly: number; both: number };

/** Counts pairs by grouping and by truth. */
export function countPairs(labelled: readonly LabelledJob[], groupOf: (job: HeldJob) => string): PairCount {
  const pairs = (keyOf: (each: LabelledJob) => string): number => {
    const sizes = new Map<string, number>();
    for (const each of labelled) sizes.set(keyOf(each), (sizes.get(keyOf(each)) ?? 0) + 1);
    return [...sizes.values()].reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
  };
  return {
    found: pairs(({ job }) => groupOf(job)),
    truly: pairs(({ truth }) => truth),
    both: pairs(({ truth, job }) => `${truth} ${groupOf(job)}`),
  };
}

/** The group that the service assigns to a job. */
export function groupByService(labelled: readonly LabelledJob[]): (job: HeldJob) => string {
  const sources = [...new Set(labelled.map(({ job }) => job.source))];
  const corpus = createCorpus(
    sources.map((source) =>
      prepareCollection(
        source,
        labelled.map(({ job }) => job).filter((job) => job.source === source),
      ),
    ),
  );
  const groups = new Map<string, string>();
  for (const [item, { members }] of allGroups(corpus).entries())
    for (const { job } of members) groups.set(`${job.source} ${job.id}`, String(item));
  return (job) => groups.get(`${job.source} ${job.id}`) ?? job.id;
}

/** The baseline: the same company and title, ignoring case. */
const groupByNames = ({ company, title }: HeldJob): string => `${company.name}|${title}`.toLowerCase();

/** Measures precision and recall by pair on both parts of our own set of duplicates and near misses. */
export async function measureDuplicates(openings = openingsOfPart): Promise<Row[]> {
  return (['tuning', 'held-out'] as const).flatMap((set) => {
    const labelled = labelledJobs(set, openings);
    const ours = countPairs(labelled, groupByService(labelled));
    const simple = countPairs(labelled, groupByNames);
    const row = { fact: 'duplicates', set, cases: labelled.length };
    return [
      {
        ...row,
        measure: 'precision by pair',
        ours: ours.both / ours.found,
        baseline: simple.both / simple.found,
        target: 0.995,
      },
      {
        ...row,
        measure: 'recall by pair',
        ours: ours.both / ours.truly,
        baseline: simple.both / simple.truly,
        target: 0.95,
      },
    ];
  });
}
