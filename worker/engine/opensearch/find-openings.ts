import { z } from 'zod';
import type { SearchCluster } from '../../../shared/cluster/cluster.js';
import type { Found, Lacking } from '../engine.js';
import { hitsOf, oneText, shardsShape, sortShape } from './answer-shapes.js';
import type { ClusterQuery } from './cluster-query.js';
import type { IndexNames } from './index-schema.js';
import type { FoundPosting } from './posting-cache.js';

/** What of a document is read where it is asked for. */
type Further = Record<'sources' | 'locations' | 'heads', readonly string[]>;

/**
 * A document that was found; `parts`: the postings of its opening, or itself. `order`: the numbers that it is ordered by. `sources` and
 * `locations` (names of its location sets) are those of its opening, where the index tells them, `heads` (`headText`) those of all its
 * postings. `met`: the names of queries that it meets.
 */
export type FoundOpening = Further & {
  name: string;
  parts: readonly FoundPosting[];
  order: readonly number[];
  met: readonly string[];
};

/** Documents in an order, which of the index did not answer, and where the next ones begin; `null` = there are no more. */
export type OpeningPage = Pick<Lacking, 'silent' | 'parts'> & {
  openings: FoundOpening[];
  after: readonly unknown[] | null;
};

/** What the index says of parts that failed. */
export type Shards = z.infer<typeof shardsShape>;

const texts = z.array(z.string()).optional();
const fieldsShape = z.object({
  ...{ name: oneText, content: oneText },
  ...{ parts: texts, sources: texts, locations: texts, heads: texts },
});
const answerShape = shardsShape.extend(
  hitsOf(z.object({ fields: fieldsShape, sort: sortShape, matched_queries: texts })).shape,
);

/** Documents listed in one request: what the index allows by default. */
export const listedAtOnce = 10_000;

/** How long the parts of an index may take, beyond which the answer is of those that were ready. */
export const patience = '10s';

/** In any order that can be continued; by date, as a search without keyword; by pay in one currency; or by the score of the query. */
export const listingOrders = {
  any: ['name'],
  pay: [{ pay: 'desc' }, { payFrom: 'desc' }, { date: 'desc' }, { name: 'asc' }],
  date: [{ date: 'desc' }, { isOnSeveral: 'desc' }, { posting: 'asc' }, { name: 'asc' }],
  score: ['_score', { date: { order: 'desc', missing: '_last' } }, 'name'],
} as const;

/** `held`: the collections that are searched; only their postings of an opening are listed. */
export type ListedIndex = { cluster: SearchCluster; names: IndexNames; held: Pick<Found, 'searched'> };

type Request = ListedIndex & {
  query: ClusterQuery;
  order: keyof typeof listingOrders;
  most: number;
  after?: readonly unknown[] | null;
  fields?: readonly (keyof Further)[];
};

/** Lists some documents that meet a query. */
export async function listOpenings(request: Request): Promise<OpeningPage> {
  const { cluster, names, held, query, order, most, after, fields = ['sources', 'locations'] } = request;
  const size = Math.min(most, listedAtOnce);
  const body = {
    // Without the id of the index, which lies among the compressed postings.
    ...{ query, size, _source: false, stored_fields: '_none_' },
    docvalue_fields: ['name', 'content', 'parts', ...fields],
    ...{ timeout: patience, track_total_hits: false, sort: listingOrders[order] },
    ...(after && { search_after: after }),
  };
  const answer = await cluster.ask({ method: 'POST', path: `/${names.postings}/_search`, body }, answerShape);
  const { hits } = answer.hits;
  return {
    openings: hits.map(({ fields, sort, matched_queries: met = [] }) => ({
      name: fields.name[0],
      met,
      sources: fields.sources ?? [],
      locations: fields.locations ?? [],
      heads: fields.heads ?? [],
      order: sort.filter((value) => typeof value === 'number'),
      parts: fields.parts?.flatMap((part) => partOf(part, held)) ?? [
        { name: fields.name[0], content: fields.content[0] },
      ],
    })),
    ...silentOf(answer),
    after: hits.length < size ? null : (hits.at(-1)?.sort ?? null),
  };
}

/** Lists all documents that meet a query. */
export async function listAllOpenings(request: Omit<Request, 'order' | 'most' | 'after'>): Promise<OpeningPage> {
  const all: OpeningPage = { openings: [], silent: 0, parts: 1, after: null };
  do {
    const page = await listOpenings({ ...request, order: 'any', most: listedAtOnce, after: all.after });
    all.openings.push(...page.openings);
    [all.silent, all.parts, all.after] = [Math.max(all.silent, page.silent), page.parts, page.after];
  } while (all.after !== null);
  return all;
}

/** The parts of the index that did not answer. */
export const silentOf = ({ timed_out, _shards: { total, failed } }: Shards): Pick<Lacking, 'silent' | 'parts'> => ({
  silent: Math.max(failed, timed_out ? 1 : 0),
  parts: total,
});

/** The posting of an opening (`parts` of documents), if it is asked about. */
function partOf(part: string, held: ListedIndex['held']): FoundPosting[] {
  const [name = '', content = '', collection = ''] = part.split(' ');
  return held.searched(collection) ? [{ name, content }] : [];
}
