import MiniSearch, { type Query } from 'minisearch';
import type { HeldJob } from '../../../shared/search/job.js';
import { hoursOf } from '../../../shared/words/words.js';
import type { Question } from '../../lib/postings/questions.js';
import { boundsOf, columnsOf, type Engine, page } from './engine.js';

type Row = { id: number; job: HeldJob; columns: ReturnType<typeof columnsOf> };

/** MiniSearch in memory; it has no phrases, so that their words are needed anywhere. */
export function openMiniSearch(now: number): Engine {
  const rows = new Map<number, Row>();
  const index = new MiniSearch<Row>({
    fields: ['title', 'company', 'tags', 'description'],
    extractField: ({ id, job }, field) =>
      field === 'id'
        ? id
        : field === 'company'
          ? (job.company.name ?? '')
          : field === 'tags'
            ? job.tags.join(' ')
            : job[field as 'title' | 'description'],
    searchOptions: { boost: { title: 10, company: 5, tags: 3 } },
  });
  const add = (jobs: readonly HeldJob[], first: number): void => {
    for (const [at, job] of jobs.entries()) {
      const row = { id: first + at, job, columns: columnsOf(job) };
      rows.set(row.id, row);
      index.add(row);
    }
  };
  return {
    add,
    finish: () => undefined,
    replace(jobs, first) {
      for (const [at] of jobs.entries()) {
        const former = rows.get(first + at);
        if (former !== undefined) index.remove(former);
      }
      add(jobs, first);
    },
    search(question) {
      const passes = filterOf(question, now);
      const found = index.search(queryOf(question), {
        filter: ({ id }) => {
          const row = rows.get(id as number);
          return row !== undefined && passes(row.columns);
        },
      });
      if (question.filters.sortBy === 'recent' || question.alternatives.length === 0)
        found.sort((one, other) => postedAt(rows, other.id) - postedAt(rows, one.id));
      const records = found.slice(0, page).flatMap(({ id }) => rows.get(id as number)?.job ?? []);
      return { total: found.length, records };
    },
    diskBytes: () => null,
    close: () => undefined,
  };
}

const postedAt = (rows: ReadonlyMap<number, Row>, id: unknown): number => rows.get(id as number)?.columns.postedAt ?? 0;

function queryOf({ alternatives, without }: Question): Query {
  if (alternatives.length === 0) return MiniSearch.wildcard;
  const any: Query = {
    combineWith: 'OR',
    queries: alternatives.map((terms) => ({ combineWith: 'AND', queries: terms.flatMap((term) => term.split(' ')) })),
  };
  return without === '' ? any : { combineWith: 'AND_NOT', queries: [any, without] };
}

function filterOf({ filters, town, country }: Question, now: number): (columns: Row['columns']) => boolean {
  const { salary, jobType, remoteFilter, experienceLevel, dateSincePosted } = filters;
  const earliest = dateSincePosted ? now - hoursOf(dateSincePosted) * 3_600_000 : 0;
  const bounds = town === null ? null : boundsOf(town);
  return (row) =>
    (!salary || row.pay >= Number(salary)) &&
    (!jobType || row.jobType === jobType) &&
    (!remoteFilter || row.workplace === remoteFilter) &&
    (!experienceLevel || row.level === experienceLevel) &&
    row.postedAt >= earliest &&
    (country === null || row.country === country) &&
    (bounds === null ||
      (row.lat >= bounds.south && row.lat <= bounds.north && row.lon >= bounds.west && row.lon <= bounds.east));
}
