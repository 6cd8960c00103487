import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { say, thousandsWords } from '../../shared/messages/messages.js';
import type { FieldName } from '../../shared/search/fields.js';
import type { Query } from '../search/answer.js';
import type { ShownFacets } from '../search/facets.js';
import {
  hasRadius,
  labelOf,
  nameOfLanguage,
  optionValues,
  optionWord,
  splitFormList,
  splitRadius,
  wordOf,
} from './words.js';

/** The state of the filters; without actions they are plain form fields. */
export type FilterView = {
  query: Query;
  /** The currency of the pay amount; `''` = none selected. */
  currency: string;
  currencies: readonly string[];
  /** The languages offered until counts list those that occur. */
  languages: readonly string[];
  facets: ShownFacets | null;
  /** New counts are loading; the displayed ones belong to the previous selection. */
  isCounting: boolean;
  errors: Readonly<Partial<Record<FieldName, string>>>;
  /** Whether the reader uses miles. */
  miles: boolean;
  actions?: FilterActions | undefined;
};

export type FilterActions = {
  /** Changes filters; the search starts after `waitMs`, or with the next submit. */
  choose(change: Partial<Query>, waitMs: number | null): void;
  /** Ticks or unticks a value, based on the current state rather than the last render. */
  toggle(name: TickField, word: string, waitMs: number): void;
  chooseCurrency(code: string): void;
  /** Starts a pending search now. */
  flush(): void;
  /** Starts another search. */
  search(query: Query): void;
};

export type TickField = 'remoteFilter' | 'jobType' | 'experienceLevel' | 'language' | 'label';

/** Milliseconds to wait for the next tick, and for the next key after a choice by keyboard. */
const [tickMs, keyboardMs] = [600, 600];

/** A field: its label, control and error. */
export function Field({ name, errors, kind = '', children, isGroup = false }: FieldProps) {
  const error = errors[name];
  return (
    <div class={`field ${kind}`.trim()}>
      {isGroup ? (
        <span class="label" id={`${name}-label`}>
          {labelOf(name)}
        </span>
      ) : (
        <label for={name}>{name === 'salary' ? say('yearlyPay') : labelOf(name)}</label>
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

/** The attributes that link a control to its error. */
export const invalid = (errors: FilterView['errors'], name: FieldName) =>
  errors[name] === undefined ? {} : { 'aria-invalid': true as const, 'aria-describedby': `${name}-error` };

/** A multiple-choice menu that opens below the selection. Values that cannot change the list are hidden. */
export function TickMenu({ name, view }: { name: TickField; view: FilterView }) {
  const { query, facets, languages, actions, errors } = view;
  const ticked = splitFormList(query[name]);
  // An unticked value stays visible, so that it can be ticked again.
  const kept = useRef(new Set<string>()).current;
  for (const word of ticked) kept.add(word);
  const counts = facets && new Map(facets.facets[name].map(({ word, jobs }) => [word, jobs]));
  const known: readonly string[] = name === 'language' ? languages : optionValues[name];
  const all = [...known, ...(name === 'language' && counts ? [...counts.keys()] : [])];
  const offered = [...new Set([...all, ...kept])].filter(
    (word) => counts === null || kept.has(word) || changes(word, { counts, ticked, total: facets?.total ?? 0 }),
  );
  // While counts load, the displayed values stay, because the old counts are for the previous selection.
  const drawn = useRef(offered);
  if (!view.isCounting) drawn.current = offered;
  const words = drawn.current;
  const wordFor = (word: string): string => (name === 'language' ? nameOfLanguage(word) : optionWord(name, word));
  return (
    <Field name={name} errors={errors} isGroup>
      <details class="ticks" id={name}>
        <summary aria-labelledby={`${name}-label ${name}-chosen`} data-label={labelOf(name)} {...invalid(errors, name)}>
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
                onChange={() => actions?.toggle(name, word, tickMs)}
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

/** The jobs found by all ticked values together; each of them has this count. */
const togetherOf = (counts: Counts, ticked: readonly string[]): number => counts.get(ticked[0] ?? '') ?? 0;

function changes(
  word: string,
  { counts, ticked, total }: { counts: Counts; ticked: readonly string[]; total: number },
) {
  const jobs = counts.get(word) ?? 0;
  return ticked.length === 0 ? jobs > 0 && jobs < total : jobs > togetherOf(counts, ticked);
}

/** The jobs a value would find, or add to the ticked ones. */
function countOf(word: string, counts: Counts, ticked: readonly string[]): string {
  const jobs = counts.get(word) ?? 0;
  if (ticked.includes(word)) return ticked.length === 1 ? thousandsWords(jobs) : '';
  return ticked.length === 0 ? thousandsWords(jobs) : `+${thousandsWords(jobs - togetherOf(counts, ticked))}`;
}

/** A single-choice field. */
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
  const words = [...new Set<string>([...optionValues[name], ...(query[name] === '' ? [] : [query[name]])])];
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

/** Radii offered around a place. */
const radii = [5, 10, 25, 50] as const;

/** The radius around the place, in the reader's unit; hidden without a place. */
export function DistanceField({ view: { query, actions, miles } }: { view: FilterView }) {
  const { place, radius } = splitRadius(query.location);
  if (actions === undefined || !hasRadius(query.location)) return null;
  const known = radii.map((count) => (miles ? `${count} miles` : `${count} km`));
  const wayOf = (value: string): string =>
    value.replace(/^(\d+) miles?$/, (_, count) => say('distance.miles', { n: Number(count) }));
  const choose = (value: string): void =>
    actions.choose({ location: value === '' ? place : `${place} within ${value}` }, 0);
  return (
    <div class="field">
      <label for="distance">{say('distance')}</label>
      <select id="distance" value={radius} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">{say('distance')}</option>
        {[...new Set([...known, ...(radius === '' ? [] : [radius])])].map((value) => (
          <option key={value} value={value} selected={value === radius}>
            {say('distance.within', { way: wayOf(value) })}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The pay amount and its currency. */
export function PayField({ view: { query, currency, currencies, actions, errors } }: { view: FilterView }) {
  return (
    <Field name="salary" errors={errors} kind="pay">
      <div class="pay-field">
        <input
          id="salary"
          name="salary"
          form="search"
          maxLength={40}
          autoComplete="off"
          placeholder={say('pay.example')}
          value={query.salary}
          onInput={(event) => actions?.choose({ salary: event.currentTarget.value }, null)}
          {...invalid(errors, 'salary')}
        />
        <select
          id="salary-currency"
          name="currency"
          form="search"
          aria-label={say('currency')}
          value={currency}
          onChange={(event) => actions?.chooseCurrency(event.currentTarget.value)}
        >
          <option value="">{say('currency')}</option>
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
