import { z } from 'zod';
import type { SearchCluster } from '../../../../shared/cluster/cluster.js';
import { payBounds } from '../../../../shared/search/facets.js';
import { unitsOf } from '../../../../shared/words/exchange-rates.js';
import { payIn } from '../../../match/rank/filter/converted-pay.js';
import { aggregationsOf, countShape } from '../answer-shapes.js';
import type { ClusterQuery } from '../cluster-query.js';
import { patience } from '../find-openings.js';
import type { IndexNames } from '../index-schema.js';
import { emptyTally, type Tally, type ValueCounts } from './tally.js';

/** Values of a field that one request counts; an index gives 65,535 in all. */
const most = { employers: 45_000, skills: 10_000, industries: 5000, sizes: 100, pays: 60_000 } as const;

const valuesShape = z.object({
  sum_other_doc_count: z.number(),
  buckets: z.array(z.object({ key: z.union([z.string(), z.number()]), doc_count: z.number() })),
});
type Buckets = z.infer<typeof valuesShape>;
type Options = { cluster: SearchCluster; names: IndexNames };

async function aggregate<Shape extends z.ZodRawShape>(
  { cluster, names }: Options,
  { query, aggs, shape }: { query: ClusterQuery; aggs: object; shape: Shape },
) {
  const body = { query, size: 0, timeout: patience, aggs };
  const path = `/${names.postings}/_search`;
  return (await cluster.ask({ method: 'POST', path, body }, aggregationsOf(shape))).aggregations;
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
  const shape = { employers: valuesShape, industries: valuesShape, sizes: valuesShape, skills: valuesShape };
  const { employers, industries, sizes, skills } = await aggregate(options, { query, aggs, shape });
  return {
    ...{ employers: countsOf(employers), industries: countsOf(industries) },
    ...{ sizes: countsOf(sizes), skills: countsOf(skills) },
  };
}

/** How the industries of all postings within a query are written. */
export async function listIndustries(options: Options, query: ClusterQuery): Promise<Tally> {
  const terms = { terms: { field: 'industryNames', size: most.industries } };
  const { names } = await aggregate(options, { query, aggs: { names: terms }, shape: { names: valuesShape } });
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
    const aggs = { unknown, ranges: { range: { field: 'pay', ranges } } };
    const shape = { unknown: countShape, ranges: z.object({ buckets: z.array(countShape) }) };
    const counted = await aggregate(options, { query, aggs, shape });
    return {
      unknown: counted.unknown.doc_count,
      buckets: counted.ranges.buckets.map(({ doc_count }) => doc_count),
    };
  }
  const pays = { terms: { field: 'pay', size: most.pays } };
  const paid = {
    filter: { exists: { field: 'pay' } },
    aggs: { in: { terms: { field: 'currency', size: 300 }, aggs: { pays } } },
  };
  const paidIn = z.object({ buckets: z.array(z.object({ key: z.number(), pays: valuesShape })) });
  const shape = { unknown: countShape, paid: z.object({ in: paidIn }) };
  const counted = await aggregate(options, { query, aggs: { unknown, paid }, shape });
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
