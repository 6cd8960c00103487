import { type MessageKey, say, thousandsWords } from '../../shared/messages/messages.js';
import type { Query } from '../search/answer.js';
import type { FacetRow, ShownFacets } from '../search/facets.js';
import { type FacetOperator, withOperator } from '../search/query.js';
import { splitFormList } from './words.js';

/** Facets: choices that narrow the search by a word or a minimum pay. */

/** Maximum values offered per facet. */
const maxRows = 15;

/** Company facets. */
const operatorFacets: readonly [FacetOperator, MessageKey, 'companies' | 'industries' | 'sizes'][] = [
  ['company', 'facet.companies', 'companies'],
  ['industry', 'facet.industries', 'industries'],
  ['size', 'facet.sizes', 'sizes'],
];

/** A pay histogram that sets the minimum pay, and the most frequent places, skills, companies, industries and sizes. */
export function Facets({ facets, search }: { facets: ShownFacets | null; search(query: Query): void }) {
  if (facets === null) return <div class="facets" />;
  const query = { ...facets.query, page: '0' };
  const { places, skills, salary } = facets.facets;
  const { total } = facets;
  const chosenSkills = splitFormList(query.skills);
  return (
    <div class="facets">
      <Histogram salary={salary} query={query} search={search} />
      <FacetRows
        title={say('facet.places')}
        rows={places}
        total={total}
        choose={(location) => search({ ...query, location })}
      />
      <FacetRows
        title={say('field.skills')}
        total={total}
        rows={skills.filter(({ word }) => !chosenSkills.includes(word))}
        choose={(skill) => search({ ...query, skills: [...chosenSkills, skill].join(', ') })}
      />
      {operatorFacets.map(([operator, title, rows]) =>
        query.keyword.includes(`${operator}:`) ? null : (
          <FacetRows
            key={title}
            title={say(title)}
            total={total}
            rows={facets.facets[rows]}
            choose={(value) => search({ ...query, keyword: withOperator(query.keyword, operator, value) })}
          />
        ),
      )}
    </div>
  );
}

type RowsProps = { title: string; rows: readonly FacetRow[]; total: number; choose(word: string): void };

/** A menu of words that narrow the search; a word that cannot change the list is left out. */
function FacetRows({ title, rows, total, choose }: RowsProps) {
  const named = rows.filter(({ word, jobs }) => word !== '' && jobs > 0 && jobs < total).slice(0, maxRows);
  if (named.length === 0) return null;
  return (
    <details class="ticks facet" data-key={title}>
      <summary>{title}</summary>
      <div class="tick-list" role="group" aria-label={title}>
        {named.map(({ word, jobs }) => (
          <button key={word} type="button" class="facet-row" data-key={word} onClick={() => choose(word)}>
            <span dir="auto">{word}</span> <span class="count">{thousandsWords(jobs)}</span>
          </button>
        ))}
      </div>
    </details>
  );
}

/** Bars of the histogram; the last one includes all higher pay. */
const mostBars = 11;

type HistogramProps = { salary: ShownFacets['facets']['salary']; query: Query; search(query: Query): void };

function Histogram({ salary: { buckets, unknown }, query, search }: HistogramProps) {
  // A bar sets a minimum: it replaces a pay range and keeps its currency.
  const chosen = Number(/^\d+/.exec(query.salary)?.[0] ?? 0);
  const [currency = ''] = / [A-Z]{3}$/.exec(query.salary) ?? [];
  const shown = buckets.slice(0, mostBars).map((bucket, index) => {
    const above = buckets.slice(index).reduce((sum, { jobs }) => sum + jobs, 0);
    return { from: bucket.from, above, height: index === mostBars - 1 ? above : bucket.jobs };
  });
  const most = Math.max(...shown.map(({ height }) => height), 0);
  if (most === 0) return null;
  return (
    <div class="facet pay-facet" role="group" aria-label={say('facet.leastPay')} data-key="pay">
      <span class="facet-title">{say('yearlyPay')}</span>
      <div class="histogram">
        {shown.map(({ from, above, height }) => {
          const words = say('facet.payFrom', { from, n: above });
          const salary = from === 0 || from === chosen ? '' : `${from}${currency}`;
          return (
            <button
              key={from}
              type="button"
              class={from >= chosen ? 'bucket' : 'bucket below'}
              title={words}
              aria-label={words}
              aria-pressed={chosen > 0 && from === chosen}
              onClick={() => search({ ...query, salary })}
            >
              <span class="bar" aria-hidden="true" style={{ height: `${Math.max(4, (height / most) * 100)}%` }} />
            </button>
          );
        })}
      </div>
      <span class="quiet">{say('facet.unknown', { n: unknown })}</span>
    </div>
  );
}
