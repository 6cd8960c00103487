import type { JSX } from 'preact';
import { say } from '../../shared/messages/messages.js';
import { filterNames, isSet } from '../search/query.js';
import { Facets } from './facets.js';
import { ChoiceField, DistanceField, Field, type FilterView, invalid, PayField, TickMenu } from './filters.js';
import { labelOf } from './words.js';

/** The search form: keyword and location, the most used filters in one row, and all filters on a sheet. */
export type FormView = FilterView & {
  /** The sheet with all filters is open. */
  isSheetOpen: boolean;
  /** The number of jobs that match the chosen filters; `null` = unknown. */
  total: number | null;
  /** The page has no script to open the sheet. */
  isPlain?: boolean;
  form?: FormActions | undefined;
};

export type FormActions = {
  type(change: { keyword?: string; location?: string }): void;
  submit(): void;
  /** Opens keyword and location on a phone, where they are folded into a line. */
  edit(isOpen: boolean): void;
  openSheet(isOpen: boolean): void;
  /** Searches with the filters of the sheet. */
  apply(): void;
  /** Called when a person turns to the filters, so that counts can be loaded. */
  turnToFilters(): void;
  /** Searches around the reader, or says why it cannot. */
  searchNear(location: string): void;
  failNear(sentence: string): void;
  /** A text field with suggestions. */
  TextField(props: TextFieldProps): JSX.Element;
};

export type TextFieldProps = {
  name: 'keyword' | 'location';
  view: FormView;
};

const placeholders = { keyword: 'form.whatExample', location: 'form.whereExample' } as const;
const mostLetters = { keyword: 200, location: 120 } as const;

/** A text field of the form, without suggestions. */
export function PlainTextField({
  name,
  view: { query, errors, form },
  more = {},
}: TextFieldProps & { more?: Attributes }) {
  return (
    <input
      id={name}
      name={name}
      maxLength={mostLetters[name]}
      placeholder={say(placeholders[name])}
      type="search"
      autoComplete="off"
      enterKeyHint={'search' as const}
      value={query[name]}
      onInput={(event) => form?.type({ [name]: event.currentTarget.value })}
      {...invalid(errors, name)}
      {...more}
    />
  );
}

type Attributes = Readonly<Record<string, unknown>>;

export function SearchForm({ view }: { view: FormView }) {
  const { query, form, isSheetOpen, errors } = view;
  const TextField = form?.TextField ?? PlainTextField;
  const chosen = filterNames.slice(2).filter((name) => isSet(query, name)).length;
  const summary = [query.keyword || say('allJobs'), query.location].filter((word) => word !== '').join(' · ');
  return (
    <search class="ask" aria-labelledby="ask-title">
      <h1 id="ask-title">{say('form.title')}</h1>
      <form
        id="search"
        action="/search"
        method="get"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form?.submit();
        }}
      >
        <div class="first">
          <Field name="keyword" errors={errors} kind="what">
            <TextField name="keyword" view={view} />
          </Field>
          <Field name="location" errors={errors} kind="where">
            <TextField name="location" view={view} />
          </Field>
          <button class="act strong main" type="submit">
            {say('search')}
          </button>
          <button type="button" class="act fold" onClick={() => form?.edit(false)}>
            {say('backToJobs')}
          </button>
        </div>
      </form>
      <div class="line">
        <button type="button" class="act" id="edit-search" onClick={() => form?.edit(true)}>
          <span dir="auto">{summary}</span>
          <span class="visually-hidden">, {say('form.change')}</span>
        </button>
        <button
          type="button"
          class="act"
          id="open-filters"
          aria-haspopup="dialog"
          onClick={() => form?.openSheet(true)}
        >
          {chosen === 0 ? say('filters') : `${say('filters')} (${chosen})`}
        </button>
      </div>
      <div
        id="filters"
        class="filters"
        aria-busy={view.isCounting}
        onFocusIn={form?.turnToFilters}
        onPointerOver={form?.turnToFilters}
      >
        {!isSheetOpen && <MainFilters view={view} />}
        {view.isPlain && <FurtherFilters view={view} />}
        <button type="button" class="act more-filters" aria-haspopup="dialog" onClick={() => form?.openSheet(true)}>
          {say('form.allFilters')}
        </button>
        {!isSheetOpen && <ChoiceField name="sortBy" view={view} />}
      </div>
      <OtherErrors errors={errors} />
    </search>
  );
}

const MainFilters = ({ view }: { view: FormView }) => (
  <>
    <TickMenu name="remoteFilter" view={view} />
    <TickMenu name="jobType" view={view} />
    <TickMenu name="experienceLevel" view={view} />
    <ChoiceField name="dateSincePosted" view={view} any={say('form.anyTime')} />
    <PayField view={view} />
    <DistanceField view={view} />
  </>
);

const FurtherFilters = ({ view }: { view: FormView }) => (
  <>
    <TickMenu name="language" view={view} />
    <TickMenu name="label" view={view} />
    <ChoiceField name="limit" view={view} />
    <TextFilter name="excludeCompanies" view={view} placeholder="Acme; Globex" />
    <TextFilter name="skills" view={view} placeholder="Python, SQL" />
  </>
);

type TextFilterProps = { name: 'excludeCompanies' | 'skills'; view: FormView; placeholder: string };

const TextFilter = ({ name, view: { query, errors, actions }, placeholder }: TextFilterProps) => (
  <Field name={name} errors={errors}>
    <input
      id={name}
      name={name}
      form="search"
      placeholder={placeholder}
      value={query[name]}
      autoComplete="off"
      onInput={(event) => actions?.choose({ [name]: event.currentTarget.value }, null)}
      {...invalid(errors, name)}
    />
  </Field>
);

/** Errors of filters on the sheet; on a phone, the sheet has all filters. */
const OtherErrors = ({ errors }: Pick<FormView, 'errors'>) =>
  filterNames.slice(2).map((name) => {
    const isInRow = ['remoteFilter', 'jobType', 'experienceLevel', 'dateSincePosted', 'salary'].includes(name);
    return errors[name] === undefined ? null : (
      <p key={name} class={isInRow ? 'form-note narrow' : 'form-note'}>
        {labelOf(name)}: {errors[name]}
      </p>
    );
  });

/** All filters, in a dialog that shows the number of matching jobs. */
export function FilterSheet({ view }: { view: FormView }) {
  const { form, isSheetOpen, total, facets, actions } = view;
  return (
    <dialog
      id="sheet"
      class="sheet"
      aria-labelledby="sheet-title"
      onClose={() => form?.openSheet(false)}
      ref={(sheet) => {
        if (sheet !== null && isSheetOpen !== sheet.open) isSheetOpen ? sheet.showModal() : sheet.close();
      }}
    >
      <h2 id="sheet-title">{say('filters')}</h2>
      {isSheetOpen && (
        <>
          <div class="filters">
            <MainFilters view={view} />
            <FurtherFilters view={view} />
            <ChoiceField name="sortBy" view={view} />
          </div>
          {actions && <Facets facets={facets} search={actions.search} />}
        </>
      )}
      <div class="sheet-foot">
        <button type="button" class="act" onClick={() => form?.openSheet(false)}>
          {say('close')}
        </button>
        <button type="button" class="act strong" id="apply-filters" onClick={() => form?.apply()}>
          {total === null ? say('form.show') : say('form.showSome', { n: total })}
        </button>
      </div>
    </dialog>
  );
}
