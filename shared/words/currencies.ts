/** The ISO 4217 codes of the currencies that pay is read in; at most 255, as they are numbered in one byte. */
export const currencyCodes: readonly string[] =
  'USD EUR GBP CHF CAD AUD NZD SGD HKD TWD MXN BRL ARS CLP COP PEN UYU SEK NOK DKK ISK PLN CZK HUF RON BGN RSD UAH RUB TRY ILS AED SAR QAR KWD BHD OMR EGP MAD ZAR NGN KES GHS INR PKR LKR BDT NPR JPY CNY KRW MYR THB PHP IDR VND'.split(
    ' ',
  );

const numbers: ReadonlyMap<string, number> = new Map(currencyCodes.map((code, at) => [code, at + 1]));

/** The number of a currency in columns: from 1; 0 = none, or not in the table. */
export const currencyNumber = (code: string | null): number => (code === null ? 0 : (numbers.get(code) ?? 0));

/** Marks and names of only one currency, in lower case. Excludes marks of several ("kr", "¥"). */
const marks: ReadonlyMap<string, string> = new Map([
  ...currencyCodes.map((code) => [code.toLowerCase(), code] as const),
  ...(['€', 'euro', 'euros'] as const).map((mark) => [mark, 'EUR'] as const),
  ...(['£', 'pound', 'pounds', 'sterling'] as const).map((mark) => [mark, 'GBP'] as const),
  ...(['us$', 'u.s.$'] as const).map((mark) => [mark, 'USD'] as const),
  ...(['c$', 'ca$'] as const).map((mark) => [mark, 'CAD'] as const),
  ...(['a$', 'au$'] as const).map((mark) => [mark, 'AUD'] as const),
  ...(['₹', 'rupee', 'rupees'] as const).map((mark) => [mark, 'INR'] as const),
  ...([
    ['nz$', 'NZD'],
    ['s$', 'SGD'],
    ['hk$', 'HKD'],
    ['r$', 'BRL'],
    ['zł', 'PLN'],
    ['kč', 'CZK'],
    ['sfr', 'CHF'],
    ['fr.', 'CHF'],
    ['₺', 'TRY'],
    ['₴', 'UAH'],
    ['₪', 'ILS'],
    ['₩', 'KRW'],
    ['₦', 'NGN'],
    ['₱', 'PHP'],
    ['฿', 'THB'],
    ['₫', 'VND'],
  ] as const),
]);

/** "$" and its names belong to a dozen currencies: by themselves they name none. */
const anyDollar: ReadonlySet<string> = new Set(['$', 'dollar', 'dollars']);

/** The currency that a mark or a name means; `null` = any ("$", nothing), `undefined` = unknown. */
export function readCurrency(text: string): string | null | undefined {
  const mark = text.toLowerCase();
  return mark === '' || anyDollar.has(mark) ? null : marks.get(mark);
}
