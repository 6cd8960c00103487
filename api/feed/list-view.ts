import type { AppView } from '../../pages/components/search-app.js';
import type { Answer, Query } from '../../pages/search/answer.js';
import { splitPay } from '../../pages/search/pay-field.js';
import { defaults } from '../../pages/search/query.js';
import { emptyState } from '../../pages/search/search-state.js';
import type { SearchAnswer } from '../../shared/search/result.js';
import { exchangeRates } from '../../shared/words/exchange-rates.js';
import { languages } from '../../shared/words/languages.js';

/** The codes of the currencies that pay can be converted from. */
export const offeredCurrencies = (): string[] => [...exchangeRates().perEuro.keys()].sort();

type ViewOptions = {
  /** The page has no script: what a script would load or fold is written out. */
  isPlain?: boolean;

  given: Readonly<Record<string, string | undefined>>;
  miles: boolean;
};

/** What the search page shows of a search before its script goes on, or without one; `answer`: `null` = there is none yet. */
export function viewOf(answer: SearchAnswer | null, { given, miles, isPlain = false }: ViewOptions): AppView {
  const asked = { ...defaults, ...given } as Query;
  const currencies = offeredCurrencies();
  const { amount, currency } = splitPay(asked.salary, currencies);
  const isAsked = Object.keys(given).length > 0;
  const state = {
    ...emptyState,
    query: isAsked ? asked : null,
    ...(answer === null
      ? { isSearching: isAsked }
      : {
          ...{ answer: answer as Answer, isCurrent: true, counts: answer.sourceCounts },
          rows: { jobs: answer.jobs, held: 0, isInOrder: true },
        }),
  };
  return {
    form: {
      ...{ query: { ...asked, salary: amount }, currency: currency ?? '', currencies, languages: languages.words },
      ...{ errors: {}, isPlain, miles, facets: null, isSheetOpen: false, total: null, isCounting: false },
    },
    results: { state, jobs: state.rows.jobs, now: new Date(), miles, isPlain },
  };
}
