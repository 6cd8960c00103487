import MiniSearch from 'minisearch';
import type { HeldJob } from '../shared/job.js';
import type { SearchSubject } from '../shared/query.js';
import { createCorpus } from '../worker/corpus.js';
import { type Gazetteer, loadGazetteer } from '../worker/gazetteer.js';
import { createPlaceFilter } from '../worker/place-filter.js';
import { prepareCollection } from '../worker/prepare-collection.js';
import { searchCorpus } from '../worker/search-corpus.js';
import { holdDemoPostings } from './hold-demo-postings.js';
import { takeTurns } from './take-turns.js';

const now = new Date('2026-11-21T12:00:00Z');

/** Jobs of the answer's first page, made with their reasons. */
const page = 10;

/** New queries of every kind people ask: common and rare words, several filters, none. */
const queries: readonly Partial<SearchSubject>[] = [
  { keyword: 'software engineer', remoteFilter: 'remote' },
  { keyword: 'nurse', location: 'London', sortBy: 'recent' },
  { keyword: 'data scientist python', salary: '90000' },
  { keyword: 'product manager OR "product owner"', dateSincePosted: 'past week' },
  { keyword: 'k8s -senior', experienceLevel: 'entry level' },
  { keyword: 'team', jobType: 'full time' },
  { keyword: 'barista', location: 'Germany', jobType: 'part time' },
  { location: 'Austin, TX', dateSincePosted: 'past month' },
  { salary: '120000', remoteFilter: 'hybrid', sortBy: 'recent' },
  {},
];

const everything: SearchSubject = {
  keyword: '',
  location: '',
  dateSincePosted: '',
  salary: '',
  jobType: '',
  remoteFilter: '',
  experienceLevel: '',
  sortBy: 'relevant',
};

/** As many postings as asked for: the demo boards' ten thousand, again under other companies and addresses. */
function multiply(jobs: readonly HeldJob[], count: number): HeldJob[] {
  return Array.from({ length: count }, (_, at) => {
    const job = jobs[at % jobs.length];
    if (job === undefined) throw new Error('There are no postings to multiply.');
    const copy = Math.floor(at / jobs.length);
    if (copy === 0) return job;
    return {
      ...job,
      id: `job_${String(at).padStart(16, '0')}`,
      company: { ...job.company, name: `${job.company.name} ${copy}` },
      url: `${job.url}/${copy}`,
    };
  });
}

function corpusOf(jobs: readonly HeldJob[]) {
  const sources = [...new Set(jobs.map(({ source }) => source))];
  return sources.map((source) =>
    prepareCollection(
      source,
      jobs.filter((job) => job.source === source),
    ),
  );
}

/** MiniSearch with its own filter, its default settings, and the answer's first page cut off. */
function createPeer(jobs: readonly HeldJob[], gazetteer: Gazetteer) {
  const index = new MiniSearch<HeldJob>({
    fields: ['title', 'company', 'tags', 'description'],
    extractField: (job, field) =>
      field === 'company' ? job.company.name : field === 'tags' ? job.tags.join(' ') : job[field as 'title'],
  });
  index.addAll(jobs);
  const byId = new Map(jobs.map((job) => [job.id, job]));
  return (query: SearchSubject) => {
    const place = createPlaceFilter(query.location, gazetteer);
    const filter = ({ id }: { id: string }): boolean => {
      const job = byId.get(id);
      return (
        job !== undefined &&
        (query.remoteFilter === '' || job.workplace === query.remoteFilter) &&
        (query.jobType === '' || job.jobType === query.jobType) &&
        (query.experienceLevel === '' || job.experienceLevel === query.experienceLevel) &&
        (query.salary === '' || (job.salary?.yearly?.max ?? job.salary?.yearly?.min ?? -1) >= Number(query.salary)) &&
        (place === null || place.keeps(job, { remote: query.remoteFilter === 'remote' }))
      );
    };
    return index.search(query.keyword === '' ? MiniSearch.wildcard : query.keyword, { filter }).slice(0, page);
  };
}

function measure(jobs: readonly HeldJob[], gazetteer: Gazetteer, turns: number): void {
  const prepareStart = performance.now();
  const collections = corpusOf(jobs);
  const prepared = performance.now();
  const corpus = createCorpus(collections);
  const merged = performance.now();
  const peer = createPeer(jobs, gazetteer);
  const subjects = queries.map((query) => ({ ...everything, ...query }));
  const ours = (query: SearchSubject) => searchCorpus(corpus, query, { now, gazetteer }).take(page);
  let at = 0;
  const next = (): SearchSubject => subjects[Math.floor(at++ / 2) % subjects.length] ?? everything;
  const timings = takeTurns(
    [
      { name: 'ours', run: () => ours(next()) },
      { name: 'MiniSearch', run: () => peer(next()) },
    ],
    { warmUp: queries.length * turns, turns: queries.length * turns },
  );
  const [mine, theirs] = timings;
  console.log(
    `${jobs.length} postings: prepared in ${Math.round(prepared - prepareStart)} ms, merged and deduplicated in ${Math.round(merged - prepared)} ms (${corpus.items.length} openings)`,
  );
  for (const { name, runs, median, p99 } of timings)
    console.log(`  ${name}: median ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms over ${runs} searches`);
  console.log(`  ratio at the median: ${((theirs?.median ?? 0) / (mine?.median ?? 1)).toFixed(1)}`);
  for (const subject of subjects) compareOne(subject, { ours, peer });
}

type Search = (query: SearchSubject) => unknown;

/** Prints how long one query takes either. */
function compareOne(subject: SearchSubject, { ours, peer }: { ours: Search; peer: Search }): void {
  const [each, other] = takeTurns(
    [
      { name: 'ours', run: () => ours(subject) },
      { name: 'MiniSearch', run: () => peer(subject) },
    ],
    { warmUp: 2, turns: 5 },
  );
  const asked = Object.entries(subject).filter(
    ([key, value]) => value !== '' && !(key === 'sortBy' && value === 'relevant'),
  );
  console.log(
    `    ${asked.map((pair) => pair.join('=')).join(' ') || '(everything)'}: ${each?.median.toFixed(2)} ms, MiniSearch ${other?.median.toFixed(2)} ms`,
  );
}

const gazetteer = loadGazetteer();
const sizes = process.argv.slice(2).map(Number);
const base = holdDemoPostings({ seed: 5, postings: 10_000, now }, gazetteer).map(({ job }) => job);
for (const size of sizes.length > 0 ? sizes : [10_000, 100_000])
  measure(multiply(base, size), gazetteer, size > 20_000 ? 3 : 20);
