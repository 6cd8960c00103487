import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { Bench, BenchOptions, BenchRow, Named } from '../bench.js';
import { holdDocuments } from '../lib/hold-documents.js';
import { applyLoad, type Load } from '../lib/load.js';
import { onStage, type Stage } from '../lib/open-stage.js';
import { median } from '../lib/quantile.js';

/** More documents than a process caches, so that requests in turn read each from Redis. */
const manySearches = 6000;

const one = [{ keyword: 'software engineer', location: 'Berlin' }];
const many = Array.from({ length: manySearches }, (_, at) => ({ keyword: `engineer ${at}`, location: 'Berlin' }));

/** Cached searches over HTTP. */
export const cachedSearch: Bench = {
  title: 'Cached search by HTTP',
  how: 'POST /api/jobs/search over 32 connections of autocannon, one API process, answers of 10 KB: every header of the contract, the exact limit, the access log written to a file. CPU is that of the API for each request.',
  run: (options) => onStage((stage) => measure(stage, options)),
};

async function measure(stage: Stage, { quick }: BenchOptions): Promise<BenchRow[]> {
  await stage.redis.redis.set(redisKeys.sourcesPrint, 'bench');
  await holdDocuments(stage.redis.redis, [...one, ...many]);
  const api = await stage.startApi();
  const url = String(api.ready.url);
  const [seconds, turns] = quick ? [2, 3] : [4, 7];
  const rowsOf = async (named: Named, searches: readonly object[]): Promise<BenchRow[]> => {
    // The first round is different work.
    for (let asked = 0; asked < searches.length; )
      asked += (await applyLoad(url, { searches: [...searches.slice(asked), ...searches], seconds })).requests;
    const loads: (Load & { cpu: number })[] = [];
    for (let turn = 0; turn < turns; turn++) {
      const before = api.cpuMs();
      const load = await applyLoad(url, { searches, seconds });
      loads.push({ ...load, cpu: ((api.cpuMs() - before) * 1000) / load.requests });
    }
    const of = (figure: 'perSecond' | 'p50' | 'p99' | 'cpu'): number => median(loads.map((load) => load[figure]));
    const cpu = of('cpu');
    return [
      {
        ...named,
        ours: `${of('perSecond').toFixed(0)}/s, ${cpu.toFixed(0)} µs of CPU`,
        against: `p50 ${of('p50').toFixed(1)} ms, p99 ${of('p99').toFixed(1)} ms`,
        ...{ ratio: '–', target: null, met: null },
      },
    ];
  };
  return [
    ...(await rowsOf({ id: 'process/rate', work: 'cached in the process' }, one)),
    ...(await rowsOf({ id: 'redis/rate', work: 'cached in Redis only' }, many)),
  ];
}
