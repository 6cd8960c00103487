import type { Job } from '../../shared/search/job.js';
import type { SeenAt } from '../../shared/words/seen.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { type Corpus, groupOf } from '../match/corpus/corpus.js';
import type { AnalyzedSearch } from '../match/keyword/analyze-search.js';
import type { CorrectedKeyword } from '../match/keyword/correct-keyword.js';
import { type BucketedItems, bucketItems, recordOf } from '../match/rank/opening-records.js';
import { searchAnalyzed } from '../match/rank/search-corpus.js';
import { runCooperatively, type Task } from '../process/cooperative.js';
import type { Engine, FoundRows, Lacking, Question } from './engine.js';

/**
 * How long the items of a question are reused for its next ranges, in milliseconds: filters depend on the time, and an
 * export of many ranges would otherwise merge every board read meanwhile, once per range.
 */
const keptMs = 5000;

/** Questions whose items are cached: 4 bytes per item. */
const mostKept = 8;

/** Records made between two yields. */
const batch = 10;

type KeptItems = Pick<SeenAt, 'readAt'> & { corpus: WeakRef<Corpus>; madeAt: number; bucketed: Promise<BucketedItems> };

/** The items of a question by range, with their corpus. */
type Items = Pick<SeenAt, 'readAt'> & { corpus: Corpus; bucketed: Promise<BucketedItems> };

/** Postings that include all exact matches of a question; `reading`: the interpretation of the keyword. */
type Exact = Pick<SeenAt, 'readAt'> & { corpus: Corpus; lacking: Lacking; reading?: CorrectedKeyword };

type Options = {
  /** The current postings of a question. */
  exactly(question: Question): Promise<Exact>;
  gazetteer: Gazetteer;
  clock?: () => number;
};

/** Makes the function that finds a question's matches in a range of ids. Yields every few milliseconds. */
export function createListRows({ exactly, gazetteer, clock = () => performance.now() }: Options): Engine['rows'] {
  const kept = new Map<string, KeptItems>();

  /** The items found recently for the question; `null` = none. */
  const recentItems = ({ search }: Question): Items | null => {
    const known = kept.get(nameOf(search));
    const corpus = known?.corpus.deref();
    if (known === undefined || corpus === undefined || clock() - known.madeAt >= keptMs) return null;
    return { corpus, bucketed: known.bucketed, readAt: known.readAt };
  };
  const findItems = ({ corpus, reading, readAt }: Exact, { search, now }: Question): Items => {
    const name = nameOf(search);
    const { items } = searchAnalyzed(corpus, search, { now, gazetteer, reading });
    const bucketed = runCooperatively(bucketItems(corpus, items));
    kept.delete(name);
    kept.set(name, { corpus: new WeakRef(corpus), madeAt: clock(), bucketed, readAt });
    // The next question tries again.
    bucketed.catch(() => {
      if (kept.get(name)?.bucketed === bucketed) kept.delete(name);
    });
    for (const old of [...kept.keys()].slice(0, -mostKept)) kept.delete(old);
    return { corpus, bucketed, readAt };
  };
  const newestItems = async (question: Question): Promise<Items & { lacking: Lacking }> => {
    const found = await exactly(question);
    const { corpus, lacking } = found;
    const recent = recentItems(question);
    const items = recent?.corpus === corpus ? recent : findItems(found, question);
    // The next range covers all boards, or also reports that some are missing.
    if (lacking.missing.length + lacking.silent > 0) kept.delete(nameOf(question.search));
    return { ...items, lacking };
  };
  return async (question, { from, to }) => {
    // The first range of an export uses the current boards.
    const recent = from === 0 ? null : recentItems(question);
    const lackingNothing = { missing: [], silent: 0, parts: 1 };
    const { corpus, bucketed, readAt, lacking } =
      recent === null ? await newestItems(question) : { ...recent, lacking: lackingNothing };
    const { items, starts } = await bucketed;
    try {
      const some = items.subarray(starts[from] ?? 0, starts[to] ?? 0);
      const rows = await runCooperatively(exportRows(corpus, some, { now: question.now.getTime(), readAt }));
      return { rows, total: items.length, ...lacking };
    } catch (error) {
      // A segment of this corpus may be lost: the next question uses another one.
      kept.delete(nameOf(question.search));
      throw error;
    }
  };
}

const nameOf = ({ asked }: AnalyzedSearch): string => JSON.stringify(asked);

/** The rows of some items, in steps. */
export function* exportRows(corpus: Corpus, items: Int32Array, at: SeenAt): Task<FoundRows['rows'][number][]> {
  const rows: FoundRows['rows'][number][] = [];
  for (const [number, item] of items.entries()) {
    rows.push(rowOf(recordOf(groupOf(corpus, item), { score: 0, why: [] }, at)));
    if (number % batch === 0) yield;
  }
  return rows;
}

/** The record of an export, and the part of it that counts as a change. */
export function rowOf({ match: _match, ...row }: Job): FoundRows['rows'][number] {
  const { seen: _seen, label: _label, evidence, ...others } = row;
  const { label: _by, ...sentences } = evidence;
  return { id: row.id, line: JSON.stringify(row), stated: JSON.stringify({ ...others, evidence: sentences }) };
}
