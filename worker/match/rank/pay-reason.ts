import { isPayOfFullTime } from '../../../shared/search/job.js';
import type { AskedPay } from '../../../shared/search/query/asked-pay.js';
import { currencyNumber } from '../../../shared/words/currencies.js';
import { unitsOf } from '../../../shared/words/exchange-rates.js';
import { payRange } from '../segment/fact-columns.js';
import type { Entry } from '../segment/prepared-collection.js';
import { boundsOfPay, overlapsPay } from './filter/pay-filter.js';

type Posting = Pick<Entry, 'job'>;

/** Why pay meets a search, and whether that of a posting does. */
export type PayReason = { reason: string; isMet(posting: Posting): boolean };

/**
 * Says which pay meets what a search asks: that of the first of these postings that does. Pay in another currency than the
 * requested one stands behind `≈` and its rounded equivalent: "≈ 92,000 EUR (pays 100,000 USD)".
 */
export function payReason(postings: readonly Posting[], asked: AskedPay): PayReason {
  const bounds = boundsOfPay(asked);
  const currency = asked.currency ?? 'USD';
  const isMet = ({ job }: Posting): boolean => overlapsPay(bounds, payRange(job));
  const job = postings.find(isMet)?.job;
  if (job === undefined) return { reason: 'pays what is asked', isMet };
  const { from, to } = payRange(job);
  const year = isPayOfFullTime(job) ? ' a year of full-time work' : ' a year';
  const stated = job.salary?.currency ?? null;
  if (stated !== currency) {
    const unit = unitsOf(currency)[currencyNumber(stated)] ?? Number.NaN;
    const equivalent = rangeText(rounded(from / unit), rounded(to / unit));
    const work = isPayOfFullTime(job) ? year : '';
    return { reason: `≈ ${equivalent} ${currency} (pays ${rangeText(from, to)} ${stated}${work})`, isMet };
  }
  const per = ` ${currency}${year}`;
  if (job.salary?.yearly?.min === null) return { reason: `pays up to ${to}${per}`, isMet };
  if (asked.max !== null) return { reason: `pays ${from === to ? from : `${from} to ${to}`}${per}`, isMet };
  return { reason: from < (asked.min ?? 0) ? `pays up to ${to}${per}` : `pays ${from}${per} or more`, isMet };
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const rangeText = (from: number, to: number): string =>
  from === to ? grouped.format(from) : `${grouped.format(from)}–${grouped.format(to)}`;

/** To hundreds, from 10,000 on; a converted amount is no exact one. */
const rounded = (amount: number): number => {
  const step = amount >= 10_000 ? 100 : 10;
  return Math.round(amount / step) * step;
};
