import { errorWords } from '../../shared/messages/service-words.js';
import type { TickField } from '../components/filters.js';
import type { FormView } from '../components/search-form.js';
import { withOrWithout } from '../components/words.js';
import { usesMiles } from '../lib/distance.js';
import type { FieldName, ProblemBody, Query } from './answer.js';
import type { FacetLoader, ShownFacets } from './facets.js';
import { pageData } from './page-data.js';
import { firstCurrency, joinPay, rememberCurrency, splitPay } from './pay-field.js';
import { defaults, filterNames } from './query.js';
import type { PageState } from './search-state.js';
import { SuggestField } from './suggest-field.js';

/** The form's input before it is submitted. */
export type Form = {
  /** The search described by the form, from its first page. */
  query(): Query;
  currency(): string;
  write(query: Query): void;
  showErrors(errors: NonNullable<ProblemBody['errors']>): void;
  view(): FormView;
  focus(): void;
};

type FormOptions = {
  draw(): void;
  search(query: Query): void;
  facets: FacetLoader;
  state(): PageState;
  /** The counts of the search on screen. */
  known(query: Query): ShownFacets | null;
  turnToFilters(): void;
};

/** Milliseconds without a keystroke after which a pay amount is complete. */
const amountMs = 250;

/** On a phone: expands the fields, or folds them into a line. */
function edit(isOpen: boolean): void {
  document.documentElement.classList.toggle('editing', isOpen);
  if (isOpen) document.querySelector<HTMLElement>('#keyword')?.focus();
}

export function createForm({ draw, search, facets, state, known, turnToFilters }: FormOptions): Form {
  const { currencies } = pageData();
  let draft: Query = { ...defaults, ...typedBefore() };
  let currency = firstCurrency(currencies);
  let errors: Partial<Record<FieldName, string>> = {};
  let isSheetOpen = false;
  /** A delayed search after a choice. */
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let typing: ReturnType<typeof setTimeout> | undefined;

  const query = (): Query => ({
    ...draft,
    keyword: draft.keyword.trim(),
    location: draft.location.trim(),
    page: '0',
    salary: joinPay(draft.salary, currency),
    sortBy: draft.sortBy || defaults.sortBy,
    limit: draft.limit || defaults.limit,
  });
  const now = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
    search(query());
  };
  const change = (part: Partial<Query>): void => {
    draft = { ...draft, ...part };
    draw();
  };
  /** Loads the counts of unsubmitted filters. */
  const preview = (): void => {
    const { query: asked, quota } = state();
    if (asked !== null && hasSameWords(query(), asked)) facets.preview(query(), { left: quota?.left ?? null });
    draw();
  };
  const wait = (ms: number): void => {
    clearTimeout(waiting);
    // On the sheet, several filters are chosen before searching.
    if (!isSheetOpen) waiting = setTimeout(now, ms);
  };

  const actions = {
    choose(part: Partial<Query>, waitMs: number | null) {
      change(part);
      clearTimeout(typing);
      if (waitMs === null) typing = setTimeout(preview, amountMs);
      else {
        preview();
        wait(waitMs);
      }
    },
    toggle: (name: TickField, word: string, waitMs: number): void =>
      actions.choose({ [name]: withOrWithout(draft[name], word) }, waitMs),
    chooseCurrency(code: string) {
      currency = code;
      rememberCurrency(code);
      draw();
      if (draft.salary.trim() !== '') wait(0);
    },
    flush: () => waiting !== undefined && now(),
    search(next: Query) {
      isSheetOpen = false;
      search(next);
    },
  };
  const form = {
    type: change,
    submit: now,
    edit,
    openSheet(isOpen: boolean) {
      if (isSheetOpen === isOpen) return;
      isSheetOpen = isOpen;
      if (isOpen) turnToFilters();
      draw();
    },
    apply() {
      isSheetOpen = false;
      now();
    },
    turnToFilters,
    TextField: SuggestField,
    searchNear: (location: string) => search({ ...query(), location }),
    failNear: (detail: string) => showErrors([{ pointer: '#/location', code: 'no-position', detail }]),
  };

  function showErrors(found: NonNullable<ProblemBody['errors']>): void {
    errors = Object.fromEntries(found.map((error) => [error.pointer.slice(2), errorWords(error)]));
    // On a phone these fields are folded into a line.
    if (errors.keyword ?? errors.location) edit(true);
    draw();
  }

  return {
    query,
    currency: () => currency,
    write(next) {
      // Earlier choices are part of this search, or replaced by it.
      clearTimeout(waiting);
      waiting = undefined;
      const pay = splitPay(next.salary, currencies);
      if (pay.currency !== null) currency = pay.currency;
      draft = { ...next, salary: pay.amount };
      errors = {};
      edit(false);
    },
    showErrors,
    view() {
      const { query: asked } = state();
      const chosen = query();
      const counts = asked === null ? null : facets.of(chosen);
      const isCounting = asked !== null && facets.isLoading(chosen);
      const isFormer = asked !== null && filterNames.slice(2).some((name) => chosen[name] !== asked[name]);
      return {
        miles: usesMiles(navigator.languages),
        query: draft,
        currency,
        currencies,
        errors,
        languages: [],
        isSheetOpen,
        isCounting,
        actions,
        form,
        facets: counts ?? (asked !== null && (isCounting || !isFormer) ? known(asked) : null),
        total: counts?.total ?? null,
      };
    },
    focus: () => edit(true),
  };
}

/** Text typed before the script was loaded. */
const typedBefore = (): Partial<Query> =>
  Object.fromEntries(
    (['keyword', 'location'] as const).map((name) => [
      name,
      document.querySelector<HTMLInputElement>(`#${name}`)?.value ?? '',
    ]),
  );

/** Whether two searches have the same keyword and location; sources that search themselves never get half a word. */
const hasSameWords = (one: Query, other: Query): boolean =>
  one.keyword === other.keyword && one.location === other.location;
