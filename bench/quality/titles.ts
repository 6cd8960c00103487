import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import MiniSearch from 'minisearch';
import { projectFile } from '../../shared/project-file.js';
import type { HeldJob } from '../../shared/search/job.js';
import { anySearch } from '../../shared/search/query/query.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { createCorpus } from '../../worker/match/corpus/corpus.js';
import { prepareCollection } from '../../worker/match/corpus/prepare-collection.js';
import { searchCorpus } from '../../worker/match/rank/search-corpus.js';
import { normalise } from '../../worker/normalise/normalise.js';
import { emptyPosting } from '../../worker/sources/posting.js';
import { labelledPostings, materialFolder } from '../real/material.js';
import type { Row } from './row.js';

const now = new Date('2026-11-22T12:00:00Z');

/** Real titles beside the project, with how often each occurs; the judgements name them by hash. */
const titlesFile = resolve(materialFolder ?? projectFile('../shared/examples/real'), 'titles.tsv.gz');

/** Titles that are searched, and how many of an answer are looked at. */
const pool = 2600;
const depth = 100;

/** A title and its hash, by which judgements name it. */
export type PooledTitle = { id: string; title: string };

/** A query and the ids of the titles that serve it. */
export type JudgedTitles = { query: string; relevant: ReadonlySet<string> };

const idOf = (title: string): string => createHash('sha256').update(title).digest('hex').slice(0, 12);

/** All titles of the file, by id; `null` when it is not beside the project. */
export function readTitles(file = titlesFile): PooledTitle[] | null {
  if (!existsSync(file)) return null;
  const lines = gunzipSync(readFileSync(file)).toString().split('\n');
  const titles = new Set(lines.map((line) => line.slice(line.indexOf('\t') + 1).trim()));
  return [...titles].map((title) => ({ title, id: idOf(title) }));
}

/** The first titles by hash, which is a random sample: those of up to 70 letters of English print, in one spelling each. */
export function samplePool(titles: readonly PooledTitle[]): PooledTitle[] {
  const byFolded = new Map<string, PooledTitle>();
  for (const each of titles) {
    const folded = each.title.toLowerCase();
    if (each.title.length <= 70 && /^[\x20-\x7e–’]+$/.test(each.title) && !byFolded.has(folded))
      byFolded.set(folded, each);
  }
  return [...byFolded.values()].sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, pool);
}

/** The titles of the postings that have a file of their own source. */
const titlesOfSources = (): PooledTitle[] =>
  labelledPostings()
    .filter(({ source }) => source !== undefined)
    .map(({ posting }) => posting.title.trim())
    .map((title) => ({ title, id: idOf(title) }));

/**
 * A set of judgements, made before any ranker had answered (test/fixtures/titles/README.md): `de`, `de-2`. A set of another
 * language names its titles too, in the row "(pool)".
 */
export function readJudged(name: string | null = null): {
  judged: JudgedTitles[];
  pooled: ReadonlySet<string> | null;
} {
  const file = projectFile(`test/fixtures/titles/judged${name === null ? '' : `-${name}`}.tsv`);
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);
  const judged = rows.map((row) => {
    const [query = '', ids = ''] = row.split('\t');
    return { query, relevant: new Set(ids.split(' ')) };
  });
  const [first] = judged;
  return first?.query === '(pool)' ? { judged: judged.slice(1), pooled: first.relevant } : { judged, pooled: null };
}

/** Ranks titles for a query: ids, best first. */
export type TitleRanker = (query: string) => string[];

/** The service's own search over postings that have a title and nothing else. */
export function rankTitles(titles: readonly PooledTitle[]): TitleRanker {
  const gazetteer = loadGazetteer();
  const idOfJob = new Map<string, string>();
  const jobs = titles.flatMap(({ id, title }): HeldJob[] => {
    const posting = emptyPosting(title, `https://jobs.example/${id}`);
    posting.company = { name: `Company ${id}`, url: null, logoUrl: null };
    const outcome = normalise(posting, { source: 'titles', gazetteer, now });
    if ('flaw' in outcome) return [];
    idOfJob.set(outcome.job.id, id);
    return [outcome.job];
  });
  const corpus = createCorpus([prepareCollection('titles', jobs)]);
  return (keyword) =>
    searchCorpus(corpus, { ...anySearch, keyword }, { now, gazetteer })
      .take(depth)
      .map((job) => idOfJob.get(job.id) ?? '');
}

/** MiniSearch as tuned for postings: titles that have all of the words, then those that have any. */
export function rankTitlesByMiniSearch(titles: readonly PooledTitle[]): TitleRanker {
  const index = new MiniSearch<PooledTitle>({ fields: ['title'] });
  index.addAll(titles);
  return (query) => {
    const found = (['AND', 'OR'] as const).flatMap((combineWith) => index.search(query, { combineWith }));
    return [...new Set(found.map(({ id }) => String(id)))].slice(0, depth);
  };
}

/** Average precision, nDCG at 10 and whether there is an answer, each 0..1. */
export type TitleScore = { precision: number; ndcg: number; answered: number };

/** The scores of a ranked list of ids. */
export function scoreOf({ relevant }: JudgedTitles, ranked: readonly string[]): TitleScore {
  let found = 0;
  let precision = 0;
  let gain = 0;
  for (const [at, id] of ranked.entries()) {
    if (!relevant.has(id)) continue;
    found++;
    precision += found / (at + 1);
    if (at < 10) gain += 1 / Math.log2(at + 2);
  }
  let ideal = 0;
  for (let at = 0; at < Math.min(10, relevant.size); at++) ideal += 1 / Math.log2(at + 2);
  return { precision: precision / relevant.size, ndcg: gain / ideal, answered: ranked.length > 0 ? 1 : 0 };
}

/** The sets: the name of their judgements, and the least average precision of each. */
const sets: readonly { name: string | null; set: string; leastPrecision: number }[] = [
  { name: null, set: 'English, judged before ranking', leastPrecision: 0.6 },
  { name: 'de', set: 'German, judged before ranking', leastPrecision: 0.45 },
  { name: 'de-2', set: 'German, second set', leastPrecision: 0.45 },
  { name: 'fr', set: 'French, judged before ranking', leastPrecision: 0.48 },
  { name: 'fr-2', set: 'French, second set', leastPrecision: 0.48 },
  { name: 'es', set: 'Spanish, judged before ranking', leastPrecision: 0.48 },
  { name: 'es-2', set: 'Spanish, second set', leastPrecision: 0.48 },
];

/** Measures how well common titles find the titles for the same work; no rows when the titles are not beside the project. */
export async function measureTitles(file = titlesFile): Promise<Row[]> {
  const titles = readTitles(file);
  if (titles === null) return [];
  const known = new Map([...titlesOfSources(), ...titles].map((each) => [each.id, each]));
  return sets.flatMap(({ name, set, leastPrecision }) => {
    const { judged, pooled } = readJudged(name);
    const searched = pooled === null ? samplePool(titles) : [...known.values()].filter(({ id }) => pooled.has(id));
    const [ours, theirs] = [
      meanScore(judged, rankTitles(searched)),
      meanScore(judged, rankTitlesByMiniSearch(searched)),
    ];
    const row = (measure: string, part: keyof TitleScore, target: number): Row => ({
      ...{ fact: 'titles', measure, set, cases: judged.length },
      ...{ ours: ours(part), baseline: theirs(part), target },
    });
    return [
      row('MAP', 'precision', leastPrecision),
      row('nDCG@10', 'ndcg', name === null ? 0.66 : 0),
      row('queries with an answer', 'answered', 1 - 1 / judged.length),
    ];
  });
}

/** The means of the scores of a ranker over judged queries. */
export function meanScore(judged: readonly JudgedTitles[], rank: TitleRanker): (part: keyof TitleScore) => number {
  const scores = judged.map((each) => scoreOf(each, rank(each.query)));
  return (part) => scores.reduce((sum, each) => sum + each[part], 0) / scores.length;
}
