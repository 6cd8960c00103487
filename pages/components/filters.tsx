import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { FieldName } from '../../shared/search/fields.js';
import { manyWords, thousandsWords } from '../../shared/words/job-words.js';
import type { Query } from '../search/answer.js';
import type { FacetRow, ShownFacets } from '../search/facets.js';
import { type FacetOperator, withOperator } from '../search/query.js';
import { labels, languageName, optionWord, optionWords, splitFormList, wordOf } from './words.js';

/** What the filters of a search show; without actions they are the plain fields of a form. */
export type FilterView = {
  query: Query;
  /** The currency that the amount of pay is in; `''` = none is chosen. */
  currency: string;
  currencies: readonly string[];
  /** The languages that are offered while no counts say which there are. */
  languages: readonly string[];
  facets: ShownFacets | null;
  errors: Readonly<Partial<Record<FieldName, string>>>;
  actions?: FilterActions | undefined;
};

export type FilterActions = {
  /** A filter has another value; it is searched with after `waitMs`, or with the next submit. */
  choose(change: Partial<Query>, waitMs: number | null): void;
  chooseCurrency(code: string): void;
  /** Searches with what is chosen and waits. */
  flush(): void;
  /** Starts another search. */
  search(query: Query): void;
};

type TickField = 'remoteFilter' | 'jobType' | 'experienceLevel' | 'language' | 'label';

/** Milliseconds that a ticked value waits for the next one, and a value that is chosen by keyboard for the next key. */
const [tickMs, keyboardMs] = [600, 600];

/** A field: its label, its control and what is wrong with it. */
export function Field({ name, errors, kind = '', children, isGroup = false }: FieldProps) {
  const error = errors[name];
  return (
    <div class={`field ${kind}`.trim()}>
      {isGroup ? (
        <span class="label" id={`${name}-label`}>
          {labels[name]}
        </span>
      ) : (
        <label for={name}>{name === 'salary' ? 'Yearly pay' : labels[name]}</label>
      )}
      {children}
      {error !== undefined && (
        <span class="field-error" id={`${name}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

type FieldProps = Pick<FilterView, 'errors'> & {
  name: FieldName;
  kind?: string;
  isGroup?: boolean;
  children: ComponentChildren;
};

/** The attributes that tie a control to its error. */
export const invalid = (errors: FilterView['errors'], name: FieldName) =>
  errors[name] === undefined ? {} : { 'aria-invalid': true as const, 'aria-describedby': `${name}-error` };

/** A field whose values are ticked: a menu that opens below what is chosen. A value that cannot change the list is not shown. */
export function TickMenu({ name, view }: { name: TickField; view: FilterView }) {
  const { query, facets, languages, actions, errors } = view;
  const ticked = splitFormList(query[name]);
  // What was ticked does not vanish under the finger that takes the tick away.
  const kept = useRef(new Set<string>()).current;
  for (const word of ticked) kept.add(word);
  const counts = facets && new Map(facets.facets[name].map(({ word, jobs }) => [word, jobs]));
  const known: readonly string[] = name === 'language' ? languages : Object.keys(optionWords[name]);
  const all = [...known, ...(name === 'language' && counts ? [...counts.keys()] : [])];
  const words = [...new Set([...all, ...kept])].filter(
    (word) => counts === null || kept.has(word) || changes(word, { counts, ticked, total: facets?.total ?? 0 }),
  );
  const wordFor = (word: string): string => (name === 'language' ? languageName(word) : optionWord(name, word));
  const toggle = (word: string): void => {
    const next = ticked.includes(word) ? ticked.filter((other) => other !== word) : [...ticked, word];
    actions?.choose({ [name]: next.sort().join(', ') }, tickMs);
  };
  return (
    <Field name={name} errors={errors} isGroup>
      <details class="ticks" id={name}>
        <summary aria-labelledby={`${name}-label ${name}-chosen`} data-label={labels[name]} {...invalid(errors, name)}>
          <span id={`${name}-chosen`}>{ticked.map(wordFor).join(', ')}</span>
        </summary>
        <div class="tick-list" role="group" aria-labelledby={`${name}-label`}>
          {words.map((word) => (
            <label key={word}>
              <input
                type="checkbox"
                name={name}
                value={word}
                form="search"
                checked={ticked.includes(word)}
                onChange={() => toggle(word)}
              />
              <span>{wordFor(word)}</span> <span class="count">{counts && countOf(word, counts, ticked)}</span>
            </label>
          ))}
        </div>
      </details>
    </Field>
  );
}

type Counts = ReadonlyMap<string, number>;

/** What the ticked values find together, which the count of each of them is. */
const togetherOf = (counts: Counts, ticked: readonly string[]): number => counts.get(ticked[0] ?? '') ?? 0;

function changes(
  word: string,
  { counts, ticked, total }: { counts: Counts; ticked: readonly string[]; total: number },
) {
  const jobs = counts.get(word) ?? 0;
  return ticked.length === 0 ? jobs > 0 && jobs < total : jobs > togetherOf(counts, ticked);
}

/** What a tick would find, or add to what is ticked. */
function countOf(word: string, counts: Counts, ticked: readonly string[]): string {
  const jobs = counts.get(word) ?? 0;
  if (ticked.includes(word)) return ticked.length === 1 ? thousandsWords(jobs) : '';
  return ticked.length === 0 ? thousandsWords(jobs) : `+${thousandsWords(jobs - togetherOf(counts, ticked))}`;
}

/** A field of which one value is chosen. */
export function ChoiceField({
  name,
  view,
  any,
}: {
  name: 'dateSincePosted' | 'sortBy' | 'limit';
  view: FilterView;
  any?: string;
}) {
  const { query, facets, actions, errors } = view;
  const known = Object.keys(optionWords[name]).sort((one, other) =>
    name === 'limit' ? Number(one) - Number(other) : 0,
  );
  const words = [...new Set([...known, ...(query[name] === '' ? [] : [query[name]])])];
  const counts = new Map(name === 'dateSincePosted' ? facets?.facets[name].map(({ word, jobs }) => [word, jobs]) : []);
  let isByKey = false;
  return (
    <Field name={name} errors={errors}>
      <select
        {...{ id: name, name, form: 'search', value: query[name], ...invalid(errors, name) }}
        onKeyDown={() => {
          isByKey = true;
        }}
        onPointerDown={() => {
          isByKey = false;
        }}
        onChange={(event) => actions?.choose({ [name]: event.currentTarget.value }, isByKey ? keyboardMs : 0)}
        onBlur={() => actions?.flush()}
      >
        {any !== undefined && <option value="">{any}</option>}
        {words.map((word) => (
          <option key={word} value={word} selected={word === query[name]}>
            {wordOf(name, word)}
            {(counts.get(word) ?? 0) > 0 ? ` (${thousandsWords(counts.get(word) ?? 0)})` : ''}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** The amount of pay and its currency. */
export function PayField({ view: { query, currency, currencies, actions, errors } }: { view: FilterView }) {
  return (
    <Field name="salary" errors={errors} kind="pay">
      <div class="pay-field">
        <input
          {...{ id: 'salary', name: 'salary', form: 'search', maxLength: 40, autoComplete: 'off' }}
          placeholder="Pay: 80k–120k"
          value={query.salary}
          onInput={(event) => actions?.choose({ salary: event.currentTarget.value }, null)}
          {...invalid(errors, 'salary')}
        />
        <select
          {...{ id: 'salary-currency', name: 'currency', form: 'search', 'aria-label': 'Currency', value: currency }}
          onChange={(event) => actions?.chooseCurrency(event.currentTarget.value)}
        >
          <option value="">Currency</option>
          {currencies.map((code) => (
            <option key={code} value={code} selected={code === currency}>
              {code}
            </option>
          ))}
        </select>
      </div>
    </Field>
  );
}

/** Values of facets that are offered. */
const maxRows = 15;

/** What is offered of the companies of a search. */
const operatorFacets: readonly [FacetOperator, string, 'companies' | 'industries' | 'sizes'][] = [
  ['company', 'Companies', 'companies'],
  ['industry', 'Industries', 'industries'],
  ['size', 'Employees', 'sizes'],
];

/** Pay as a histogram whose bars set the lowest pay, and the busiest places, skills, companies, industries and sizes of a search. */
export function Facets({ facets, search }: { facets: ShownFacets | null; search(query: Query): void }) {
  if (facets === null) return <div class="facets" />;
  const query = { ...facets.query, page: '0' };
  const { places, skills, salary } = facets.facets;
  const { total } = facets;
  const chosenSkills = splitFormList(query.skills);
  return (
    <div class="facets">
      <Histogram salary={salary} query={query} search={search} />
      <FacetRows title="Places" {...{ rows: places, total }} choose={(location) => search({ ...query, location })} />
      <FacetRows
        {...{ title: 'Skills', total, rows: skills.filter(({ word }) => !chosenSkills.includes(word)) }}
        choose={(skill) => search({ ...query, skills: [...chosenSkills, skill].join(', ') })}
      />
      {operatorFacets.map(([operator, title, rows]) =>
        query.keyword.includes(`${operator}:`) ? null : (
          <FacetRows
            {...{ key: title, title, total, rows: facets.facets[rows] }}
            choose={(value) => search({ ...query, keyword: withOperator(query.keyword, operator, value) })}
          />
        ),
      )}
    </div>
  );
}

type RowsProps = { title: string; rows: readonly FacetRow[]; total: number; choose(word: string): void };

/** A menu of what one more word would find; one that cannot change the list is left out. */
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

/** Bars of the histogram; the last one stands for all that is paid from there on. */
const mostBars = 11;

type HistogramProps = { salary: ShownFacets['facets']['salary']; query: Query; search(query: Query): void };

function Histogram({ salary: { buckets, unknown }, query, search }: HistogramProps) {
  // Bars are lowest pay: a range gives way to one, its currency stays.
  const chosen = Number(/^\d+/.exec(query.salary)?.[0] ?? 0);
  const [currency = ''] = / [A-Z]{3}$/.exec(query.salary) ?? [];
  const shown = buckets.slice(0, mostBars).map((bucket, index) => {
    const above = buckets.slice(index).reduce((sum, { jobs }) => sum + jobs, 0);
    return { from: bucket.from, above, height: index === mostBars - 1 ? above : bucket.jobs };
  });
  const most = Math.max(...shown.map(({ height }) => height), 0);
  if (most === 0) return null;
  return (
    <div class="facet pay-facet" role="group" aria-label="Minimum yearly pay" data-key="pay">
      <span class="facet-title">Yearly pay</span>
      <div class="histogram">
        {shown.map(({ from, above, height }) => {
          const words = `${thousandsWords(from)} or more a year: ${manyWords(above, 'job')}`;
          const salary = from === 0 || from === chosen ? '' : `${from}${currency}`;
          return (
            <button
              {...{ key: from, type: 'button', class: from >= chosen ? 'bucket' : 'bucket below', title: words }}
              aria-label={words}
              aria-pressed={chosen > 0 && from === chosen}
              onClick={() => search({ ...query, salary })}
            >
              <span class="bar" aria-hidden="true" style={{ height: `${Math.max(4, (height / most) * 100)}%` }} />
            </button>
          );
        })}
      </div>
      <span class="quiet">{thousandsWords(unknown)} don’t say</span>
    </div>
  );
}
