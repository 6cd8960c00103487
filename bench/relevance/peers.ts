import MiniSearch from 'minisearch';
import type { HeldJob } from '../../shared/search/job.js';

/** Ranks postings for a query: ids, best first, at most `depth`. */
export type Ranker = (query: string, depth: number) => string[];

/** The texts of a posting that are searched, by field. */
const fieldTexts: Readonly<Record<Field, (job: HeldJob) => string>> = {
  title: (job) => job.title,
  company: (job) => job.company.name ?? '',
  tags: (job) => job.tags.join(' '),
  facts: (job) => [job.location.text, job.workplace, job.jobType, job.experienceLevel].join(' '),
  description: (job) => job.description,
};

const fields = ['title', 'company', 'tags', 'facts', 'description'] as const;
type Field = (typeof fields)[number];

/** MiniSearch as its documentation advises for such records: titles count fourfold, postings with all words come first. */
export function rankByMiniSearch(jobs: readonly HeldJob[]): Ranker {
  const index = new MiniSearch<HeldJob>({
    fields: [...fields],
    extractField: (job, field) => (field === 'id' ? job.id : fieldTexts[field as Field](job)),
    searchOptions: { boost: { title: 4 } },
  });
  index.addAll(jobs);
  return (query, depth) => {
    const ids = [
      ...index.search(query, { combineWith: 'AND' }).slice(0, depth),
      ...index.search(query, { combineWith: 'OR' }).slice(0, 2 * depth),
    ].map(({ id }) => String(id));
    return [...new Set(ids)].slice(0, depth);
  };
}

/** The settings of BM25F (Robertson and Zaragoza 2009, section 3.6): the weight and length normalisation of each field. */
export type FieldSettings = {
  k1: number;
  weights: Readonly<Record<Field, number>>;
  b: Readonly<Record<Field, number>>;
};

/** The best settings of a search over the tuning half of the graded queries, with whole and short texts. */
export const tunedSettings: FieldSettings = {
  k1: 1.2,
  weights: { title: 6, company: 3, tags: 2, facts: 2, description: 1 },
  b: { title: 0.5, company: 0.5, tags: 0.5, facts: 0.5, description: 0.75 },
};

type Posted = { at: number; counts: Float64Array };

/** BM25F over the same fields, words cut at marks, any of them enough. */
export function rankByBm25f(jobs: readonly HeldJob[], settings: FieldSettings = tunedSettings): Ranker {
  const lists = new Map<string, Posted[]>();
  const lengths = fields.map(() => new Float64Array(jobs.length));
  for (const [at, job] of jobs.entries())
    for (const [field, name] of fields.entries()) {
      const words = wordsOf(fieldTexts[name](job));
      const length = lengths[field];
      if (length !== undefined) length[at] = words.length;
      for (const word of words) {
        const list = lists.get(word) ?? [];
        lists.set(word, list);
        let last = list.at(-1);
        if (last?.at !== at) {
          last = { at, counts: new Float64Array(fields.length) };
          list.push(last);
        }
        last.counts[field] = (last.counts[field] ?? 0) + 1;
      }
    }
  const means = lengths.map((list) => list.reduce((sum, length) => sum + length, 0) / jobs.length);
  return (query, depth) => {
    const scores = new Map<number, number>();
    for (const word of new Set(wordsOf(query))) {
      const list = lists.get(word) ?? [];
      const idf = Math.log(1 + (jobs.length - list.length + 0.5) / (list.length + 0.5));
      for (const { at, counts } of list) {
        let count = 0;
        for (const [field, name] of fields.entries()) {
          const b = settings.b[name];
          const length = 1 - b + (b * (lengths[field]?.[at] ?? 0)) / (means[field] || 1);
          count += (settings.weights[name] * (counts[field] ?? 0)) / length;
        }
        scores.set(at, (scores.get(at) ?? 0) + (idf * count) / (settings.k1 + count));
      }
    }
    return [...scores]
      .sort((one, other) => other[1] - one[1] || one[0] - other[0])
      .slice(0, depth)
      .map(([at]) => jobs[at]?.id ?? '');
  };
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}+#]+/gu) ?? [];
