/** OpenSearch as its documentation shows it: analysed texts, `multi_match`, filters on keywords and numbers. */
import type { HeldJob } from '../../shared/search/job.js';
import { hoursOf } from '../../shared/words/words.js';
import type { Question } from '../lib/postings/questions.js';
import { cpuOf, residentOf, startCluster } from './held-engine.js';
import { boundsOf, columnsOf, type Engine, page } from './measured-engine.js';

const fields = ['title^10', 'company^5', 'tags^3', 'description'];

const index = {
  settings: { number_of_shards: 1, number_of_replicas: 0, 'index.refresh_interval': '-1' },
  mappings: {
    properties: {
      ...Object.fromEntries(
        ['title', 'company', 'tags', 'description'].map((name) => [name, { type: 'text', analyzer: 'english' }]),
      ),
      ...Object.fromEntries(['workplace', 'jobType', 'level', 'country'].map((name) => [name, { type: 'keyword' }])),
      postedAt: { type: 'long' },
      pay: { type: 'double' },
      place: { type: 'geo_point' },
      record: { type: 'object', enabled: false },
    },
  },
};

/** Opens an index in a cluster of one node; the caller closes it. */
export async function openPlainOpenSearch(now: number): Promise<Engine> {
  const cluster = await startCluster(1);
  const send = async (method: string, path: string, body?: string, type = 'application/json'): Promise<unknown> => {
    const answer = await fetch(`${cluster.urls[0]}${path}`, {
      method,
      ...(body !== undefined && { body, headers: { 'content-type': type } }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${(await answer.text()).slice(0, 500)}`);
    return answer.json();
  };
  await send('PUT', '/plain', JSON.stringify(index));
  const add = async (jobs: readonly HeldJob[], first: number): Promise<void> => {
    const lines = jobs.flatMap((job, at) => [{ index: { _id: String(first + at) } }, documentOf(job)]);
    if (lines.length === 0) return;
    const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    const { errors } = (await send('POST', '/plain/_bulk', body, 'application/x-ndjson')) as { errors: boolean };
    if (errors) throw new Error('A posting was not indexed.');
  };
  return {
    add,
    async replace(jobs, first) {
      await add(jobs, first);
      await send('POST', '/plain/_refresh');
    },
    async finish() {
      await send('POST', '/plain/_refresh');
    },
    async search(question) {
      const { hits } = (await send('POST', '/plain/_search', JSON.stringify(bodyOf(question, now)))) as Answer;
      return { total: hits.total.value, records: hits.hits.map(({ _source }) => _source.record) };
    },
    async diskBytes() {
      const { _all } = (await send('GET', '/_stats/store')) as Stats;
      return _all.primaries.store.size_in_bytes;
    },
    otherMemory: () => residentOf(cluster.pid),
    otherCpuMs: () => cpuOf(cluster.pid),
    close: () => cluster.end(),
  };
}

type Answer = { hits: { total: { value: number }; hits: { _source: { record: object } }[] } };
type Stats = { _all: { primaries: { store: { size_in_bytes: number } } } };

function documentOf(job: HeldJob): object {
  const { lat, lon, ...columns } = columnsOf(job);
  return {
    title: job.title,
    company: job.company.name ?? '',
    tags: job.tags.join(' '),
    description: job.description,
    ...columns,
    place: { lat, lon },
    record: job,
  };
}

function bodyOf({ alternatives, without, town, country, filters }: Question, now: number): object {
  const { salary, jobType, remoteFilter, experienceLevel, dateSincePosted, sortBy } = filters;
  const match = (query: string): object => ({
    multi_match: { query, fields, type: query.includes(' ') ? 'phrase' : 'best_fields' },
  });
  const filter: object[] = [];
  if (salary) filter.push({ range: { pay: { gte: Number(salary) } } });
  if (jobType) filter.push({ term: { jobType } });
  if (remoteFilter) filter.push({ term: { workplace: remoteFilter } });
  if (experienceLevel) filter.push({ term: { level: experienceLevel } });
  if (dateSincePosted) filter.push({ range: { postedAt: { gte: now - hoursOf(dateSincePosted) * 3_600_000 } } });
  if (country !== null) filter.push({ term: { country } });
  if (town !== null) {
    const { south, north, west, east } = boundsOf(town);
    filter.push({ geo_bounding_box: { place: { top: north, left: west, bottom: south, right: east } } });
  }
  const should = alternatives.map((terms) => ({ bool: { must: terms.map(match) } }));
  return {
    size: page,
    track_total_hits: true,
    _source: ['record'],
    ...((sortBy === 'recent' || should.length === 0) && { sort: [{ postedAt: 'desc' }] }),
    query: {
      bool: {
        filter,
        ...(should.length > 0 && { should, minimum_should_match: 1 }),
        ...(without !== '' && { must_not: [match(without)] }),
      },
    },
  };
}
