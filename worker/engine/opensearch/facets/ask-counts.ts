import type { SearchCluster } from '../../../../shared/cluster/cluster.js';
import { payBounds } from '../../../../shared/search/facets.js';
import { unitsOf } from '../../../../shared/words/exchange-rates.js';
import { payIn } from '../../../match/rank/filter/converted-pay.js';
import type { ClusterQuery } from '../cluster-query.js';
import { patience } from '../find-openings.js';
import type { IndexNames } from '../index-schema.js';
import { emptyTally, type Tally, type ValueCounts } from './tally.js';

/** Values of a field that one request counts; an index gives 65,535 in all. */
const most = { employers: 45_000, skills: 10_000, industries: 5000, sizes: 100, pays: 60_000 } as const;

type Buckets = { sum_other_doc_count: number; buckets: readonly { key: string | number; doc_count: number }[] };
type Options = { cluster: SearchCluster; names: IndexNames };

async function aggregate<Aggregations>(
  { cluster, names }: Options,
  query: ClusterQuery,
  aggs: object,
): Promise<Aggregations> {
  const { aggregations } = await cluster.ask<{ aggregations: Aggregations }>({
    ...{ method: 'POST', path: `/${names.postings}/_search` },
    body: { query, size: 0, timeout: patience, aggs },
  });
  return aggregations;
}

const countsOf = ({ buckets }: Buckets): ValueCounts =>
  new Map(buckets.map(({ key, doc_count }) => [String(key), doc_count]));

/** Counts openings by what is named of them; of more values than an index counts, the most frequent ones. */
export async function countNames(
  options: Options,
  query: ClusterQuery,
): Promise<Omit<Tally, 'sets' | 'industryNames'>> {
  const fields = ['employers', 'industries', 'sizes', 'skills'] as const;
  const aggs = Object.fromEntries(fields.map((field) => [field, { terms: { field, size: most[field] } }]));
  type Counted = Record<(typeof fields)[number], Buckets>;
  const { employers, industries, sizes, skills } = await aggregate<Counted>(options, query, aggs);
  return {
    ...{ employers: countsOf(employers), industries: countsOf(industries) },
    ...{ sizes: countsOf(sizes), skills: countsOf(skills) },
  };
}

/** How the industries of all postings within a query are written. */
export async function listIndustries(options: Options, query: ClusterQuery): Promise<Tally> {
  const terms = { terms: { field: 'industryNames', size: most.industries } };
  const { names } = await aggregate<{ names: Buckets }>(options, query, { names: terms });
  return { ...emptyTally(), industryNames: countsOf(names) };
}

/** Openings by their highest yearly pay, as facets have them. */
export type CountedPay = { unknown: number; buckets: number[] };

/** Counts openings by their pay, converted into a currency where one is named; `null` = there are too many different amounts. */
export async function countPay(
  options: Options,
  query: ClusterQuery,
  currency: string | null,
): Promise<CountedPay | null> {
  const unknown = { missing: { field: 'pay' } };
  if (currency === null) {
    const ranges = payBounds.map((from, at) => ({ from, ...(at + 1 < payBounds.length && { to: payBounds[at + 1] }) }));
    type Ranged = { unknown: { doc_count: number }; ranges: { buckets: readonly { doc_count: number }[] } };
    const aggs = { unknown, ranges: { range: { field: 'pay', ranges } } };
    const counted = await aggregate<Ranged>(options, query, aggs);
    return {
      unknown: counted.unknown.doc_count,
      buckets: counted.ranges.buckets.map(({ doc_count }) => doc_count),
    };
  }
  const pays = { terms: { field: 'pay', size: most.pays } };
  type PaidIn = { buckets: readonly { key: number; doc_count: number; pays: Buckets }[] };
  const paid = {
    filter: { exists: { field: 'pay' } },
    aggs: { in: { terms: { field: 'currency', size: 300 }, aggs: { pays } } },
  };
  type Paid = { unknown: { doc_count: number }; paid: { in: PaidIn } };
  const counted = await aggregate<Paid>(options, query, { unknown, paid });
  const units = unitsOf(currency);
  const buckets = payBounds.map(() => 0);
  for (const { key: number, pays: amounts } of counted.paid.in.buckets) {
    if (amounts.sum_other_doc_count > 0) return null;
    for (const { key, doc_count } of amounts.buckets) {
      const to = payIn(units, number, Number(key));
      const at = payBounds.findLastIndex((bound) => to >= bound);
      if (at >= 0) buckets[at] = (buckets[at] ?? 0) + doc_count;
    }
  }
  return { unknown: counted.unknown.doc_count, buckets };
}
