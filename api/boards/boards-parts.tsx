/** The forms of /boards; all work without scripts. */
import type { ComponentChildren } from 'preact';
import { formatAgo } from '../../pages/lib/format.js';
import type { Fitting } from '../../shared/catalogue/fitting-boards.js';
import {
  catalogueCountryName,
  countriesOf,
  filterBoards,
  industriesOf,
  readKnownBoards,
  shownAddress,
} from '../../shared/catalogue/known-boards.js';
import { say, sayWith, thousandsWords } from '../../shared/messages/messages.js';
import { companySizes } from '../../shared/words/company-sizes.js';
import { type SourceRow, selectRows, sourceStates } from '../operator/source-rows.js';

/** Texts of an address or a form, by name. */
export type Given = Readonly<Record<string, string>>;

/** The fields of the first search, which all forms pass on. */
const searchFields = ['keyword', 'location', 'remoteFilter'] as const;

/** The first search, without empty fields. */
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

/** For a visitor who is not signed in. */
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

type ChooseProps = { given: Given; isSetup: boolean; fitting: Fitting; children: ComponentChildren };

/** The second step: companies that fit, a known company, or boards of the catalogue; `children` come first. */
export const ChooseBoards = ({ given, isSetup, fitting, children }: ChooseProps) => (
  <>
    {isSetup && <p class="quiet">{say('boards.step', { n: 2 })}</p>}
    <h1>{say(isSetup ? 'boards.step2' : 'boards.title')}</h1>
    {given.missing !== undefined && (
      <p class="note warn" role="alert">
        {say('boards.nothingChosen')}
      </p>
    )}
    {children}
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
    <Catalogue given={given} />
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

/** Boards listed from the catalogue. */
const mostListed = 100;

function Catalogue({ given }: { given: Given }) {
  const { text = '', industry: chosenIndustry = '', size: chosenSize = '', country = '' } = given;
  const filter = { text, industry: chosenIndustry, size: chosenSize, country };
  const isFiltered = Object.values(filter).some((value) => value !== '');
  const all = readKnownBoards();
  const found = filterBoards(all, filter);
  const countries = countriesOf(all)
    .map((code): Option => [code, catalogueCountryName(code)])
    .sort(([, a], [, b]) => a.localeCompare(b, 'en'));
  const same = (words: readonly string[]): Option[] => words.map((word) => [word, word]);
  return (
    <section class="panel" aria-labelledby="catalogue">
      <h2 id="catalogue">{say('boards.catalogue', { n: all.length })}</h2>
      <form method="get" action="/boards" class="choose">
        <Hidden values={{ step: '2', ...givenSearch(given) }} />
        <TextField name="text" label={say('compare.company')} given={given} />
        <Select name="industry" label={say('boards.industry')} given={given} options={same(industriesOf(all).sort())} />
        <Select name="size" label={say('facet.sizes')} given={given} options={same(companySizes)} />
        <Select name="country" label={say('geo.country')} given={given} options={countries} />
        <button class="act" type="submit">
          {say('boards.show')}
        </button>
      </form>
      {isFiltered && (
        <form method="post" action="/boards">
          <Hidden values={{ ...givenSearch(given), ...filter }} />
          <fieldset class="picks">
            <legend>{say('boards.found', { n: found.length })}</legend>
            {found.slice(0, mostListed).map((known) => (
              <label key={known.board}>
                <input type="checkbox" name="board" value={known.board} />
                <span>
                  {known.name}{' '}
                  <small class="quiet">
                    {[known.industry, known.size, shownAddress(known)].filter((fact) => fact !== null).join(' · ')}
                  </small>
                </span>
              </label>
            ))}
          </fieldset>
          {found.length > 0 && (
            <p class="actions">
              <button class="act strong" type="submit" name="action" value="chosen">
                {say('boards.addChosen')}
              </button>{' '}
              <button class="act" type="submit" name="action" value="all">
                {say('boards.addAll', { n: found.length })}
              </button>
            </p>
          )}
        </form>
      )}
    </section>
  );
}

type InUseProps = { rows: readonly SourceRow[]; given: Given; now: Date };

/** One page of the boards in use, filtered by state and by the words of `find`, with the likely remedy for failures. */
export function BoardsInUse({ rows, given, now }: InUseProps) {
  const state = sourceStates.find((each) => each === given.state) ?? null;
  const [text, row] = [given.find ?? '', Number.parseInt(given.rows ?? '1', 10)];
  const { kinds, counts, sources, page, pages } = selectRows(rows, { state, text, page: row || 1 });
  const link = (query: Given): string => `/boards?${new URLSearchParams(query)}#in-use`;
  const chosen = { ...(text === '' ? {} : { find: text }), ...(state === null ? {} : { state }) };
  return (
    <section class="panel" aria-labelledby="in-use">
      <h2 id="in-use">{say('boards.inUse')}</h2>
      <form method="get" action="/boards" class="choose">
        <TextField name="find" label={say('boards.find')} given={given} />
        <button class="act" type="submit">
          {say('boards.show')}
        </button>
      </form>
      <nav class="actions" aria-label={say('boards.state')}>
        {sourceStates
          .filter((each) => counts[each] > 0)
          .map((each) => (
            <a
              key={each}
              class="act"
              href={link({ find: text, state: each === state ? '' : each })}
              aria-current={each === state ? 'true' : undefined}
            >
              {`${say(`boards.state.${each}`)} ${thousandsWords(counts[each])}`}
            </a>
          ))}
      </nav>
      <ul class="in-use">
        {sources.map((source) => (
          <InUseRow key={source.id} source={source} now={now} />
        ))}
      </ul>
      {pages > 1 && (
        <p class="quiet">
          {page > 1 && <a href={link({ ...chosen, rows: String(page - 1) })}>{say('results.previous')}</a>}{' '}
          {`${thousandsWords(page)} / ${thousandsWords(pages)}`}{' '}
          {page < pages && <a href={link({ ...chosen, rows: String(page + 1) })}>{say('results.next')}</a>}
        </p>
      )}
      <form method="post" action="/boards" class="choose">
        <Select
          name="kind"
          label={say('boards.ofKind')}
          given={{}}
          options={kinds.map(({ kind, inUse, paused }) => [kind, `${kind} (${inUse} + ${paused})`])}
        />
        <button class="act" type="submit" name="action" value="pause-all">
          {say('boards.pause')}
        </button>
        <button class="act" type="submit" name="action" value="resume-all">
          {say('boards.resume')}
        </button>
      </form>
      <form method="post" action="/boards/leave">
        <button class="act" type="submit">
          {say('boards.signOut')}
        </button>
      </form>
    </section>
  );
}

function InUseRow({ source, now }: { source: SourceRow; now: Date }) {
  const { id, kind, site, state, postings, detail, lastReadAt, nextReadAt, failingSince, restingUntil } = source;
  const fails = failingSince !== null && state !== 'paused';
  const next = restingUntil ?? nextReadAt;
  const times: readonly [say: 'boards.lastRead' | 'boards.since' | 'boards.next', iso: string | null][] = [
    ['boards.lastRead', lastReadAt],
    ['boards.since', fails ? failingSince : null],
    ['boards.next', next !== null && Date.parse(next) > now.getTime() ? next : null],
  ];
  const remedy = fails ? remedyOf(state, detail ?? '') : null;
  return (
    <li data-source={id}>
      <span>
        <strong>{site === null ? id : <a href={site}>{id}</a>}</strong> <small class="quiet">{kind}</small>{' '}
        <span class={`state ${state}`}>{say(`boards.state.${state}`)}</span>
        {postings !== null && ` · ${say('jobs', { n: postings })}`}
        {times.flatMap(([key, iso]) => (iso === null ? [] : [` · ${say(key, { ago: formatAgo(iso, now) })}`]))}
        {detail !== null && state !== 'ok' && (
          <small class="quiet" lang="en">
            {' '}
            {detail}
          </small>
        )}
        {remedy !== null && <small> {say(remedy)}</small>}
      </span>
      <form method="post" action="/boards">
        <Hidden values={{ id }} />
        {fails && <RowButton action="try" word={say('boards.try')} id={id} />}{' '}
        {state === 'paused' ? (
          <RowButton action="resume" word={say('boards.resume')} id={id} />
        ) : (
          <RowButton action="pause" word={say('boards.pause')} id={id} />
        )}{' '}
        <RowButton action="remove" word={say('remove')} id={id} />
      </form>
    </li>
  );
}

/** The action likely to fix a failing board; `null` = wait. */
function remedyOf(state: string, detail: string): 'boards.remedy.gone' | 'boards.remedy.forbidden' | null {
  if (state === 'gone' || /\b(?:404|410)\b/.test(detail)) return 'boards.remedy.gone';
  return state === 'forbidden' || /\b40[13]\b/.test(detail) ? 'boards.remedy.forbidden' : null;
}

const RowButton = ({ action, word, id }: { action: string; word: string; id: string }) => (
  <button class="act" type="submit" name="action" value={action} aria-label={`${word}: ${id}`}>
    {word}
  </button>
);
