import { byId } from '../lib/dom.js';

/** The field for pay: an amount or a range as people write it, and the currency that it is in. */
export type PayField = {
  /** Pay as a search has it, with its currency: "80k-120k EUR"; `''` = none is asked for. */
  value: string;
  /** What has the focus, and what an error stands behind. */
  head: HTMLInputElement;
  currency: HTMLSelectElement;
};

/** Where the last chosen currency is kept. */
const memory = 'currency';

/** The currency behind an amount; the amount alone is what the field shows. */
const behind = /^(.*\S)\s+([A-Z]{3})$/;

/** What is written of pay besides its currency; "$" names none. */
const withoutCurrency =
  /[\d\s,.'’$+<>≤≥/–—-]|(?<![a-z])(?:k|up|to|until|under|below|from|over|above|between|and|at|least|most|less|more|or|than|max|min|maximum|minimum|per|an?|each|every|hour|hr|h|hourly|day|d|daily|week|wk|w|weekly|month|mo|m|monthly|year|yr|y|yearly|annum|annual|annually)(?![a-z])/giu;

/** Reads the field of the page. Its currency is that of the last choice, else that of the reader's country. */
export function createPayField(name: string): PayField | null {
  const currency = document.getElementById(`${name}-currency`);
  if (!(currency instanceof HTMLSelectElement)) return null;
  const head = byId(name, HTMLInputElement);
  const codes = [...currency.options].map(({ value }) => value);
  const last = rememberedCurrency();
  currency.value = last !== null && codes.includes(last) ? last : currencyOfReader(navigator.languages);
  currency.addEventListener('change', () => remember(currency.value));
  return {
    ...{ head, currency },
    get value() {
      const written = head.value.trim();
      const isBare = /\d/.test(written) && written.replace(withoutCurrency, '') === '';
      return isBare && currency.value !== '' ? `${written} ${currency.value}` : written;
    },
    set value(value) {
      const [, amount = value, code = ''] = behind.exec(value) ?? [];
      const isKnown = code !== '' && codes.includes(code);
      if (isKnown) currency.value = code;
      else if (value !== '') currency.value = '';
      const shown = isKnown ? amount : value;
      if (head.value !== shown) head.value = shown;
    },
  };
}

/** The currencies of countries whose people search in a browser of their country's language. */
const currencies: Readonly<Record<string, string>> = {
  ...{ US: 'USD', GB: 'GBP', CH: 'CHF', LI: 'CHF', CA: 'CAD', AU: 'AUD', NZ: 'NZD', SG: 'SGD', HK: 'HKD', IN: 'INR' },
  ...{ SE: 'SEK', NO: 'NOK', DK: 'DKK', IS: 'ISK', PL: 'PLN', CZ: 'CZK', HU: 'HUF', RO: 'RON', TR: 'TRY', IL: 'ILS' },
  ...{ JP: 'JPY', CN: 'CNY', KR: 'KRW', BR: 'BRL', MX: 'MXN', ZA: 'ZAR', MY: 'MYR', TH: 'THB', PH: 'PHP', ID: 'IDR' },
};
const euroCountries = new Set('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '));

/** The currency of the first country that the languages of a browser name or mean; dollars where it has none of the table. */
export function currencyOfReader(languages: readonly string[]): string {
  for (const language of languages) {
    const region = regionOf(language);
    const code = euroCountries.has(region) ? 'EUR' : currencies[region];
    if (code !== undefined) return code;
  }
  return 'USD';
}

function regionOf(language: string): string {
  try {
    return new Intl.Locale(language).maximize().region ?? '';
  } catch {
    return '';
  }
}

function rememberedCurrency(): string | null {
  try {
    return localStorage.getItem(memory);
  } catch {
    return null;
  }
}

/** A full or forbidden storage only means that the currency is chosen again. */
function remember(code: string): void {
  try {
    localStorage.setItem(memory, code);
  } catch {}
}
