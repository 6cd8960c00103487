import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import MiniSearch from 'minisearch';
import { projectFile } from '../../shared/project-file.js';
import type { HeldJob } from '../../shared/search/job.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { createCorpus } from '../../worker/match/corpus/corpus.js';
import { prepareCollection } from '../../worker/match/corpus/prepare-collection.js';
import { searchCorpus } from '../../worker/match/rank/search-corpus.js';
import { normalise } from '../../worker/normalise/normalise.js';
import { emptyPosting } from '../../worker/sources/posting.js';
import { anySearch } from '../any-search.js';
import type { Row } from './row.js';

const now = new Date('2026-11-22T12:00:00Z');

/** Real titles beside the project, with how often each occurs; the judgements name them by hash. */
const titlesFile = resolve(projectFile('.'), '../shared/examples/real/titles.tsv.gz');

/** Titles that are searched, and how many of an answer are looked at. */
const pool = 2600;
const depth = 100;

/** A title and its hash, by which judgements name it. */
export type PooledTitle = { id: string; title: string };

/** A query and the ids of the titles that serve it. */
export type JudgedTitles = { query: string; relevant: ReadonlySet<string> };

/** The first titles by hash, which is a random sample; those of up to 70 letters of English print. */
export function readPool(file = titlesFile): PooledTitle[] | null {
  if (!existsSync(file)) return null;
  const lines = gunzipSync(readFileSync(file)).toString().split('\n');
  const titles = new Map<string, string>();
  for (const line of lines) {
    const title = line.slice(line.indexOf('\t') + 1).trim();
    if (title === '' || title.length > 70 || !/^[\x20-\x7e–’]+$/.test(title)) continue;
    if (!titles.has(title.toLowerCase())) titles.set(title.toLowerCase(), title);
  }
  return [...titles.values()]
    .map((title) => ({ title, id: createHash('sha256').update(title).digest('hex').slice(0, 12) }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .slice(0, pool);
}

/** The judgements, made before any ranker had answered (test/fixtures/titles/README.md). */
export function readJudged(): JudgedTitles[] {
  const rows = readFileSync(projectFile('test/fixtures/titles/judged.tsv'), 'utf8').trimEnd().split('\n').slice(1);
  return rows.map((row) => {
    const [query = '', ids = ''] = row.split('\t');
    return { query, relevant: new Set(ids.split(' ')) };
  });
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

/** MiniSearch with its default settings: titles that have any of the words. */
export function rankTitlesByMiniSearch(titles: readonly PooledTitle[]): TitleRanker {
  const index = new MiniSearch<PooledTitle>({ fields: ['title'] });
  index.addAll(titles);
  return (query) =>
    index
      .search(query)
      .slice(0, depth)
      .map(({ id }) => String(id));
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

/** Measures how well common titles find the titles for the same work; no rows when the titles are not beside the project. */
export async function measureTitles(file = titlesFile): Promise<Row[]> {
  const titles = readPool(file);
  if (titles === null) return [];
  const judged = readJudged();
  const mean = (rank: TitleRanker) => {
    const scores = judged.map((each) => scoreOf(each, rank(each.query)));
    return (part: keyof TitleScore): number => scores.reduce((sum, each) => sum + each[part], 0) / scores.length;
  };
  const [ours, theirs] = [mean(rankTitles(titles)), mean(rankTitlesByMiniSearch(titles))];
  const row = (measure: string, part: keyof TitleScore, target: number): Row => ({
    ...{ fact: 'titles', measure, set: 'judged before ranking', cases: judged.length },
    ...{ ours: ours(part), baseline: theirs(part), target },
  });
  return [
    row('MAP', 'precision', 0.48),
    row('nDCG@10', 'ndcg', 0.66),
    row('queries with an answer', 'answered', 1 - 1 / judged.length),
  ];
}
