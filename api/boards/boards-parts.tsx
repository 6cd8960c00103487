/** The forms of /boards, each of which works without scripts. */
import type { Fitting } from '../../shared/catalogue/fitting-boards.js';
import { type MessageKey, say, sayWith, thousandsWords } from '../../shared/messages/messages.js';
import type { searchCatalogue } from '../operator/operator-pages.js';
import type { SourceState, selectRows } from '../operator/source-rows.js';

/** Texts of an address or a form by their names. */
export type Given = Readonly<Record<string, string>>;

/** The fields of the first search, which all forms pass on. */
const searchFields = ['keyword', 'location', 'remoteFilter'] as const;

/** The first search, without fields that are empty. */
export const givenSearch = (given: Given): Record<string, string> =>
  Object.fromEntries(
    searchFields.flatMap((name): [string, string][] => {
      const value = given[name] ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );

const Hidden = ({ values }: { values: Given }) => (
  <>
    {Object.entries(values).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
  </>
);

type FieldProps = { name: string; label: string; given: Given };

const TextField = ({ name, label, given }: FieldProps) => (
  <label>
    {label}
    <input name={name} maxLength={200} autoComplete="off" value={given[name] ?? ''} />
  </label>
);

type Option = readonly [value: string, label: string];

const Select = ({ name, label, given, options }: FieldProps & { options: readonly Option[] }) => (
  <label>
    {label}
    <select name={name}>
      {[['', say('boards.any')] as const, ...options].map(([value, word]) => (
        <option key={value} value={value} selected={value === (given[name] ?? '')}>
          {word}
        </option>
      ))}
    </select>
  </label>
);

/** For somebody who is not signed in. */
export const CodeForm = ({ isWrong }: { isWrong: boolean }) => (
  <>
    <h1>{say('boards.title')}</h1>
    <p>{sayWith('boards.code.how', { command: <code>npx job-search operator</code> })}</p>
    {isWrong && (
      <p class="note warn" role="alert">
        {say('boards.code.wrong')}
      </p>
    )}
    <form method="post" action="/boards/code" class="choose">
      <label>
        {say('boards.code')}
        <input name="code" required maxLength={100} autoComplete="one-time-code" spellcheck={false} />
      </label>
      <button class="act strong" type="submit">
        {say('boards.continue')}
      </button>
    </form>
  </>
);

/** The first step: a role and a place. */
export const WishForm = ({ given }: { given: Given }) => (
  <>
    <p class="quiet">{say('boards.step', { n: 1 })}</p>
    <h1>{say('boards.step1')}</h1>
    <p>{say('boards.step1.why')}</p>
    <form method="get" action="/boards" class="choose">
      <Hidden values={{ step: '2' }} />
      <TextField name="keyword" label={say('field.keyword')} given={given} />
      <TextField name="location" label={say('field.location')} given={given} />
      <Select
        name="remoteFilter"
        label={say('boards.workplace')}
        given={given}
        options={[
          ['remote', say('remoteFilter.remote')],
          ['hybrid', say('remoteFilter.hybrid')],
          ['on site', say('remoteFilter.on site')],
        ]}
      />
      <button class="act strong" type="submit">
        {say('boards.continue')}
      </button>
    </form>
  </>
);

type ChooseProps = {
  given: Given;
  isSetup: boolean;
  found: ReturnType<typeof searchCatalogue>;
  fitting: Fitting;
};

/** The second step: the companies that fit, one that is known, or some of the catalogue. */
export const ChooseBoards = ({ given, isSetup, found, fitting }: ChooseProps) => (
  <>
    {isSetup && <p class="quiet">{say('boards.step', { n: 2 })}</p>}
    <h1>{say(isSetup ? 'boards.step2' : 'boards.title')}</h1>
    {given.missing !== undefined && (
      <p class="note warn" role="alert">
        {say('boards.nothingChosen')}
      </p>
    )}
    <FittingForm given={given} {...fitting} />
    <section class="panel" aria-labelledby="known">
      <h2 id="known">{say('boards.known')}</h2>
      <form method="post" action="/boards" class="choose">
        <Hidden values={{ action: 'add', ...givenSearch(given) }} />
        <label>
          {say('boards.address')}
          <input name="address" required maxLength={2000} autoComplete="off" spellcheck={false} />
        </label>
        <button class="act" type="submit">
          {say('boards.add')}
        </button>
      </form>
    </section>
    <Catalogue given={given} found={found} />
  </>
);

function FittingForm({ given, boards, industries, countries }: Fitting & { given: Given }) {
  const reasons = [...industries, ...countries].join(', ');
  return (
    <section class="panel" aria-labelledby="fit">
      <h2 id="fit">{say('boards.fit', { n: boards.length })}</h2>
      <p class="quiet">{reasons === '' ? say('boards.fitAny') : say('boards.fitBy', { reasons })}</p>
      <form method="post" action="/boards">
        <Hidden values={{ action: 'fit', ...givenSearch(given) }} />
        <button class="act strong" type="submit">
          {say('boards.addFitting', { n: boards.length })}
        </button>
      </form>
      <details>
        <summary>{say('boards.which')}</summary>
        <p>{boards.map(({ name }) => name).join(' · ')}</p>
      </details>
    </section>
  );
}

function Catalogue({ given, found }: Pick<ChooseProps, 'given' | 'found'>) {
  const filter = {
    text: given.text ?? '',
    industry: given.industry ?? '',
    size: given.size ?? '',
    country: given.country ?? '',
  };
  const isFiltered = Object.values(filter).some((value) => value !== '');
  const same = (words: readonly string[]): Option[] => words.map((word) => [word, word]);
  return (
    <section class="panel" aria-labelledby="catalogue">
      <h2 id="catalogue">{say('boards.catalogue', { n: found.all })}</h2>
      <form method="get" action="/boards" class="choose">
        <Hidden values={{ step: '2', ...givenSearch(given) }} />
        <TextField name="text" label={say('compare.company')} given={given} />
        <Select name="industry" label={say('boards.industry')} given={given} options={same(found.industries)} />
        <Select name="size" label={say('facet.sizes')} given={given} options={same(found.sizes)} />
        <Select
          name="country"
          label={say('geo.country')}
          given={given}
          options={found.countries.map(({ code, name }): Option => [code, name])}
        />
        <button class="act" type="submit">
          {say('boards.show')}
        </button>
      </form>
      {isFiltered && (
        <form method="post" action="/boards">
          <Hidden values={{ ...givenSearch(given), ...filter }} />
          <fieldset class="picks">
            <legend>{say('boards.found', { n: found.total })}</legend>
            {found.boards.map(({ name, board, industry, size, shown }) => (
              <label key={board}>
                <input type="checkbox" name="board" value={board} />
                <span>
                  {name}{' '}
                  <small class="quiet">{[industry, size, shown].filter((fact) => fact !== null).join(' · ')}</small>
                </span>
              </label>
            ))}
          </fieldset>
          {found.total > 0 && (
            <p class="actions">
              <button class="act strong" type="submit" name="action" value="chosen">
                {say('boards.addChosen')}
              </button>{' '}
              <button class="act" type="submit" name="action" value="all">
                {say('boards.addAll', { n: found.total })}
              </button>
            </p>
          )}
        </form>
      )}
    </section>
  );
}

const stateWords: Readonly<Record<SourceState, MessageKey>> = {
  failing: 'boards.state.failing',
  gone: 'boards.state.gone',
  forbidden: 'boards.state.forbidden',
  reading: 'boards.state.reading',
  waiting: 'boards.state.waiting',
  ok: 'boards.state.ok',
  paused: 'boards.state.paused',
};

type InUseProps = { table: ReturnType<typeof selectRows>; given: Given };

/** The boards that are read, with their state. */
export const BoardsInUse = ({ table: { sources, page, pages }, given }: InUseProps) => (
  <section class="panel" aria-labelledby="in-use">
    <h2 id="in-use">{say('boards.inUse')}</h2>
    <form method="get" action="/boards" class="choose">
      <TextField name="find" label={say('boards.find')} given={given} />
      <button class="act" type="submit">
        {say('boards.show')}
      </button>
    </form>
    <ul class="in-use">
      {sources.map(({ id, state, postings, detail }) => (
        <li key={id}>
          <span>
            <strong>{id}</strong> {say(stateWords[state])}
            {postings !== null && ` · ${say('jobs', { n: postings })}`}
            {detail !== null && state !== 'ok' && (
              <small class="quiet" lang="en">
                {' '}
                {detail}
              </small>
            )}
          </span>
          <form method="post" action="/boards">
            <Hidden values={{ id }} />
            {state === 'paused' ? (
              <RowButton action="resume" word={say('boards.resume')} id={id} />
            ) : (
              <RowButton action="pause" word={say('boards.pause')} id={id} />
            )}{' '}
            <RowButton action="remove" word={say('remove')} id={id} />
          </form>
        </li>
      ))}
    </ul>
    {pages > 1 && (
      <p class="quiet">
        {page > 1 && <a href={`/boards?rows=${page - 1}`}>{say('results.previous')}</a>}{' '}
        {`${thousandsWords(page)} / ${thousandsWords(pages)}`}{' '}
        {page < pages && <a href={`/boards?rows=${page + 1}`}>{say('results.next')}</a>}
      </p>
    )}
    <form method="post" action="/boards/leave">
      <button class="act" type="submit">
        {say('boards.signOut')}
      </button>
    </form>
  </section>
);

const RowButton = ({ action, word, id }: { action: string; word: string; id: string }) => (
  <button class="act" type="submit" name="action" value={action} aria-label={`${word}: ${id}`}>
    {word}
  </button>
);
