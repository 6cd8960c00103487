import { readCurrency } from '../../words/currencies.js';

/** What a search asks of pay: the lowest yearly pay, and the currency it is compared in; `null` = the currency of each job. */
export type AskedPay = { amount: number; currency: string | null };

/** Why a text asks for no pay: it has no amount, or its currency is not known. */
export type UnknownPay = { unknown: 'amount' } | { unknown: 'currency'; written: string };

/**
 * Reads a minimum pay as people write it: "$100,000", "62.5k", "100000+", "€50k", "50000 EUR". "$" alone names no currency,
 * since a dozen countries write it. Linear in the length of the text.
 */
export function parsePay(text: string): AskedPay | UnknownPay {
  const written = text.trim().replace(/\+$/, '').trim();
  const from = written.search(/[\d,.']/);
  if (from < 0) return { unknown: 'amount' };
  const behind = written.slice(from).search(/[^\d\s,.']/);
  const to = behind < 0 ? written.length : from + behind;
  const isThousands = /^k(?![a-z])/i.test(written.slice(to));
  const digits = written.slice(from, to).trim();
  const plain = /\d$/.test(digits) ? digits.replace(/[\s,']/g, '').replace(/\.(?=\d{3}\b)/g, '') : '';
  const amount = Math.round(Number(plain === '' ? Number.NaN : plain) * (isThousands ? 1000 : 1));
  if (Number.isNaN(amount)) return { unknown: 'amount' };
  const currencies = [written.slice(0, from), written.slice(isThousands ? to + 1 : to)].map((mark) => mark.trim());
  const [before, after] = currencies.map(readCurrency);
  const strange = before === undefined ? currencies[0] : after === undefined ? currencies[1] : '';
  if (before === undefined || after === undefined) return { unknown: 'currency', written: strange ?? '' };
  if (before !== null && after !== null && before !== after)
    return { unknown: 'currency', written: `${before} and ${after}` };
  return { amount, currency: before ?? after };
}

/** The canonical text: "100000", or "50000 EUR" in a currency. */
export const askedPayText = ({ amount, currency }: AskedPay): string =>
  currency === null ? String(amount) : `${amount} ${currency}`;

/** Reads the canonical text of a field that is not empty. */
export function readAskedPay(salary: string): AskedPay {
  const [amount = '', currency = null] = salary.split(' ');
  return { amount: Number(amount), currency };
}
