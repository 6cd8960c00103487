import type { Logger } from '../../shared/logger.js';
import { payloadVersion, type WarmJob } from '../../shared/queue/queues.js';
import { announce, type Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisChannels, redisKeys } from '../../shared/redis/redis-keys.js';
import {
  type ExchangeRates,
  exchangeRates,
  parseExchangeRates,
  setExchangeRates,
} from '../../shared/words/exchange-rates.js';
import type { FetchPage } from '../fetch/fetch-page.js';
import type { JobScheduler } from '../process/job-schedulers.js';

/** The address of the daily table of reference rates, and how to read it. */
export type RatesSource = { url: string; userAgent: string; fetchPage: FetchPage };

type RatesContext = { redis: RedisConnection; logger: Logger; now: () => Date };

/** The key that announces newer rates. */
const announced = 'exchange-rates';

/** Id of the schedule that renews the rates; no search of a warm file can have this name. */
const ratesSchedule = '@rates';

/** The European Central Bank publishes rates about 16:00 on working days; a failed reading is made up for two hours later. */
const afterPublication = { pattern: '23 16,18,20 * * 1-5', tz: 'Europe/Berlin' };

/** The schedule of the renewal. */
export const ratesEntry = (): JobScheduler<WarmJob> => ({
  id: ratesSchedule,
  repeat: afterPublication,
  data: { v: payloadVersion, kind: 'rates' },
  opts: { removeOnComplete: true, removeOnFail: { count: 10 } },
  readsData: true,
});

/** A table has some thirty rates; far fewer mean that it is incomplete. */
const leastRates = 20;

/** No currency of the table halves or doubles between two readings: such a rate is a mistake. */
const mostChange = 2;

const dayMs = 86_400_000;

/** Maximum characters read of an answer: the table has 2 kB. */
const mostRead = 50_000;

/**
 * Reads the daily table of the European Central Bank (XML: `<Cube time="2026-10-30">`, `<Cube currency="USD" rate="1.1172"/>`) into
 * the form of `parseExchangeRates`. Throws when it has no day or too few rates.
 */
export function readDailyTable(xml: string): string {
  const text = xml.slice(0, mostRead);
  const [, day] = /<Cube\s+time=["'](\d{4}-\d{2}-\d{2})["']/.exec(text) ?? [];
  const rates = [...text.matchAll(/<Cube\s+currency=["']([A-Z]{3})["']\s+rate=["'](\d{1,9}(?:\.\d{1,9})?)["']/g)];
  if (day === undefined || rates.length < leastRates)
    throw new Error(
      `The answer is not a table of exchange rates: ${rates.length} were read${day === undefined ? ' without a day' : ''}.`,
    );
  return [`date,${day}`, ...rates.map(([, code, rate]) => `${code},${rate}`), ''].join('\n');
}

/** Throws when rates cannot follow those in use: they are of the future, or one differs too much. */
function checkRates({ day, perEuro }: ExchangeRates, { before, now }: { before: ExchangeRates; now: Date }): void {
  const at = Date.parse(day);
  if (Number.isNaN(at) || at > now.getTime() + dayMs)
    throw new Error(`The rates are dated ${day}, which is not in the past.`);
  for (const [code, rate] of perEuro) {
    const change = rate / (before.perEuro.get(code) ?? rate);
    if (change > mostChange || change < 1 / mostChange)
      throw new Error(`The rate of ${code} is ${rate} and was ${before.perEuro.get(code)} on ${before.day}.`);
  }
}

/** The checked rates of a table if they are newer than those in use; otherwise `null`. */
function newerRates(table: string, now: Date): ExchangeRates | null {
  const [rates, before] = [parseExchangeRates(table), exchangeRates()];
  if (rates.day <= before.day) return null;
  checkRates(rates, { before, now });
  return rates;
}

/** Reads the table, stores newer rates for all workers and uses them. Invalid tables are refused. */
export async function renewRates(
  context: RatesContext,
  { url, userAgent, fetchPage }: RatesSource,
  stop: AbortSignal,
): Promise<void> {
  const { redis, logger, now } = context;
  try {
    const polite = { signal: stop, userAgent, perMinute: 10, concurrency: 1 };
    const { body } = await fetchPage({ url, role: 'listing', accept: 'xml' }, polite);
    const table = readDailyTable(String(body));
    const rates = newerRates(table, now());
    if (rates === null) return;
    await redis.set(redisKeys.exchangeRates, table);
    setExchangeRates(rates);
    logger.info({ day: rates.day, currencies: rates.perEuro.size }, 'rates: renewed');
    await announce(redis, redisChannels.documents, { key: announced, state: 'done' });
  } catch (err) {
    if (stop.aborted) throw err;
    logger.warn({ err, day: exchangeRates().day }, 'rates: not renewed, the last valid ones stay in use');
  }
}

/** Uses the newest rates stored by any worker, now and on each change; the returned function ends that. */
export async function followRates(
  context: RatesContext,
  documents: Pick<Listener, 'on' | 'onInterrupted'>,
): Promise<() => void> {
  const { redis, logger, now } = context;
  const load = async (): Promise<void> => {
    try {
      const stored = await redis.get(redisKeys.exchangeRates);
      const rates = stored === null ? null : newerRates(stored, now());
      if (rates !== null) setExchangeRates(rates);
    } catch (err) {
      logger.warn({ err }, 'rates: the stored ones cannot be used');
    }
  };
  await load();
  const ends = [documents.on(announced, () => void load()), documents.onInterrupted(() => void load())];
  return () => {
    for (const end of ends) end();
  };
}
