import type { ComponentChildren } from 'preact';
import { say } from '../../shared/messages/messages.js';
import { NextStep } from './answer-notes.js';
import { Results, type ResultsView } from './results.js';
import { FilterSheet, type FormView, SearchForm } from './search-form.js';

/** The search page between header and footer, rendered by the service and then updated by its script. */
export type AppView = {
  form: FormView;
  results: ResultsView;
  /** The text announced to assistive technology. */
  status?: string;
  /** Saved items of this browser, shown in place of results before the first search. */
  kept?: ComponentChildren;
  /** The job next to the list. */
  panel?: ComponentChildren;
  isMapOpen?: boolean;
};

export function SearchApp({
  view: { form, results, status = '', kept, panel = null, isMapOpen = false },
}: {
  view: AppView;
}) {
  const { state, actions } = results;
  const isWaiting = state.isSearching && !state.isCurrent;
  const isOutdated = isWaiting && state.answer !== null;
  const next = actions === undefined ? null : NextStep({ state, again: actions.again });
  return (
    <>
      <SearchForm view={form} />
      <p id="status" class="visually-hidden" role="status">
        {status}
      </p>
      <div id="columns" class="columns">
        <section
          id="results"
          class={isOutdated ? 'results outdated' : 'results'}
          aria-label={say('results.title')}
          aria-busy={isWaiting}
          tabIndex={-1}
        >
          {state.query === null ? kept : <Results view={results} />}
        </section>
        <div id="side" class="side">
          <section id="results-map" class="results-map" aria-label={say('results.map')} hidden={!isMapOpen} />
          <section id="panel" class="panel" aria-label={say('results.selected')} tabIndex={0} hidden={panel === null}>
            {panel}
          </section>
        </div>
      </div>
      <div id="toast" class="toast" hidden={next === null}>
        {next}
      </div>
      <FilterSheet view={form} />
    </>
  );
}
