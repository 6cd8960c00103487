import { existsSync, readFileSync } from 'node:fs';
import { projectFile } from '../../shared/project-file.js';
import type { HeldJob } from '../../shared/search/job.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { normalise } from '../../worker/normalise/normalise.js';
import { emptyPosting } from '../../worker/sources/posting.js';
import { caseId, labelledPostings, materialFolder, realTitles } from '../real/material.js';
import { rankByService } from '../relevance/rank-by-service.js';

const now = new Date('2026-11-22T12:00:00Z');

/** Titles searched, and how many results are examined. */
const pool = 2600;
const depth = 100;

type Title = { id: string; title: string };

/** A query and the ids of the titles that serve it. */
type JudgedTitles = { query: string; relevant: ReadonlySet<string> };

/** How well titles for the same work are found: mean average precision and nDCG at 10, each 0..1. */
export type TitleFigures = { set: string; queries: number; map: number; ndcg: number };

const sets = [
  { name: null, set: 'titles, English' },
  { name: 'de', set: 'titles, German' },
  { name: 'de-2', set: 'titles, German, second set' },
  { name: 'fr', set: 'titles, French' },
  { name: 'fr-2', set: 'titles, French, second set' },
  { name: 'es', set: 'titles, Spanish' },
  { name: 'es-2', set: 'titles, Spanish, second set' },
] as const;

/** Measures how well common titles find titles for the same work; nothing if the titles are missing. */
export function measureTitles(): TitleFigures[] {
  if (materialFolder === null || !existsSync(`${materialFolder}/titles.tsv.gz`)) return [];
  const titles = realTitles().map(({ text }) => asTitle(text));
  const ofSources = labelledPostings()
    .filter(({ source }) => source !== undefined)
    .map(({ posting }) => asTitle(posting.title));
  const known = new Map([...ofSources, ...titles].map((each) => [each.id, each]));
  return sets.map(({ name, set }) => {
    const { judged, pooled } = readJudged(name);
    const searched = pooled === null ? samplePool(titles) : [...known.values()].filter(({ id }) => pooled.has(id));
    const rank = rankTitles(searched);
    const scores = judged.map((each) => scoreOf(each, rank(each.query)));
    const mean = (part: 'map' | 'ndcg'): number => scores.reduce((sum, each) => sum + each[part], 0) / scores.length;
    return { set, queries: judged.length, map: mean('map'), ndcg: mean('ndcg') };
  });
}

function asTitle(text: string): Title {
  const title = text.trim();
  return { title, id: caseId(title) };
}

/** A random sample: the first titles by hash, of up to 70 printable ASCII characters, in one spelling each. */
function samplePool(titles: readonly Title[]): Title[] {
  const byFolded = new Map<string, Title>();
  for (const each of titles) {
    const folded = each.title.toLowerCase();
    if (each.title.length <= 70 && /^[\x20-\x7e–’]+$/.test(each.title) && !byFolded.has(folded))
      byFolded.set(folded, each);
  }
  return [...byFolded.values()].sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, pool);
}

/** Judgements made before any ranker had answered (test/fixtures/titles); other languages include titles. */
function readJudged(name: string | null): { judged: JudgedTitles[]; pooled: ReadonlySet<string> | null } {
  const file = projectFile(`test/fixtures/titles/judged${name === null ? '' : `-${name}`}.tsv`);
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);
  const judged = rows.map((row) => {
    const [query = '', ids = ''] = row.split('\t');
    return { query, relevant: new Set(ids.split(' ')) };
  });
  const [first] = judged;
  return first?.query === '(pool)' ? { judged: judged.slice(1), pooled: first.relevant } : { judged, pooled: null };
}

/** The service's own search over postings that have only a title. */
function rankTitles(titles: readonly Title[]): (query: string) => string[] {
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
  const rank = rankByService(jobs, now);
  return (query) => rank(query, depth).map((id) => idOfJob.get(id) ?? '');
}

function scoreOf({ relevant }: JudgedTitles, ranked: readonly string[]): { map: number; ndcg: number } {
  let [found, precision, gain, ideal] = [0, 0, 0, 0];
  for (const [at, id] of ranked.entries()) {
    if (!relevant.has(id)) continue;
    found++;
    precision += found / (at + 1);
    if (at < 10) gain += 1 / Math.log2(at + 2);
  }
  for (let at = 0; at < Math.min(10, relevant.size); at++) ideal += 1 / Math.log2(at + 2);
  return { map: precision / relevant.size, ndcg: gain / ideal };
}
