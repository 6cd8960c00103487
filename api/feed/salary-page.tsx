import type { ComponentChildren } from 'preact';
import { optionWord } from '../../pages/components/words.js';
import type { Query } from '../../pages/search/answer.js';
import { searchTitle } from '../../pages/search/query.js';
import type { Config } from '../../shared/config.js';
import { say, sayWith } from '../../shared/messages/messages.js';
import { errorWords } from '../../shared/messages/service-words.js';
import { Problem } from '../../shared/problems/problem.js';
import { fieldNames, fields } from '../../shared/search/fields.js';
import { parseQuery } from '../../shared/search/query/parse-query.js';
import { changedFields, type SearchQuery, subjectOf } from '../../shared/search/query/query.js';
import { exchangeRates } from '../../shared/words/exchange-rates.js';
import { moneyWords, rangeWords } from '../../shared/words/job-words.js';
import { originOf } from '../formats/feeds.js';
import { type FindSalaries, leastStating, type PayGroup, type PayMark, type Salaries } from '../jobs/salaries.js';
import type { Middleware } from '../middleware/identify.js';
import type { Pages } from '../pages/pages.js';
import { sendPage } from '../pages/write-page.js';
import { givenFields } from './feed.js';
import { offeredCurrencies } from './list-page.js';

type SalaryContext = { findSalaries: FindSalaries; config: Pick<Config, 'PUBLIC_URL' | 'TRUST_PROXY'> };

/** The default currency of the page. */
const usual = 'USD';

/** GET /salaries: pay of a search's jobs by level, place and month, as a page that needs no script. */
export function salaryPage({ findSalaries, config }: SalaryContext, pages: Pages): Middleware {
  return async function salaryPage(ctx) {
    const { salary: _salary, sortBy: _order, limit: _limit, page: _page, ...given } = givenFields(ctx.query);
    const parsed = parseQuery(given);
    const { currency: code } = ctx.query;
    const currency = typeof code === 'string' && exchangeRates().perEuro.has(code) ? code : usual;
    const send = (name: string, contents: ComponentChildren, status = 200): void => {
      const title = `${say('field.salary')}: ${name}`;
      const head = <link rel="canonical" href={originOf(ctx, config) + addressOf(given, currency)} />;
      const main = (
        <article class="panel job-page">
          <h1 dir="auto">{title}</h1>
          <PayForm given={given} currency={currency} />
          {contents}
        </article>
      );
      sendPage(ctx, pages, { status, title, description: say('salaries.about'), head, main, address: ctx.url });
    };
    if ('errors' in parsed)
      return send(
        given.keyword ?? '',
        parsed.errors.map((error) => (
          <p key={error.detail} class="note warn">
            {errorWords(error)}
          </p>
        )),
        400,
      );
    const { query } = parsed;
    try {
      const salaries = await findSalaries(subjectOf(query), currency);
      send(nameOf(query), <PayTables salaries={salaries} query={query} currency={currency} />);
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'unavailable')) throw error;
      send(nameOf(query), <p class="note warn">{say('salaries.away')}</p>, error.status);
    }
  };
}

const nameOf = (query: SearchQuery): string => searchTitle(query as Query);

/** The address of the pay page of a search. */
export const addressOf = (given: Readonly<Record<string, string>>, currency: string): string =>
  `/salaries?${new URLSearchParams({ ...given, currency })}`;

function PayForm({ given, currency }: { given: Readonly<Record<string, string>>; currency: string }) {
  const others = fieldNames.filter((name) => name !== 'keyword' && name !== 'location' && given[name] !== undefined);
  return (
    <form class="pay-form" action="/salaries" method="get">
      <label>
        <span>{say('field.keyword')}</span>
        <input name="keyword" type="search" maxLength={fields.keyword.maxLength} value={given.keyword ?? ''} />
      </label>
      <label>
        <span>{say('field.location')}</span>
        <input name="location" maxLength={fields.location.maxLength} value={given.location ?? ''} />
      </label>
      <label>
        <span>{say('currency')}</span>
        <select name="currency">
          {offeredCurrencies().map((code) => (
            <option key={code} value={code} selected={code === currency}>
              {code}
            </option>
          ))}
        </select>
      </label>
      {others.map((name) => (
        <input key={name} type="hidden" name={name} value={given[name] ?? ''} />
      ))}
      <button class="act apply" type="submit">
        {say('salaries.show')}
      </button>
    </form>
  );
}

type PayProps = { salaries: Salaries; query: SearchQuery; currency: string };

function PayTables({ salaries, query, currency }: PayProps) {
  const { total, spread, buckets, levels, places, months, partial } = salaries;
  const changed = Object.fromEntries(changedFields(query));
  const search = (
    <p class="actions">
      <a class="act" href={`/?${new URLSearchParams({ keyword: '', ...changed })}`}>
        {say('salaries.jobs')}
      </a>
    </p>
  );
  const stating = spread?.jobs ?? buckets.reduce((sum, { jobs }) => sum + jobs, 0);
  const stated = say('salaries.stated', { n: stating, all: total });
  if (total === 0)
    return (
      <>
        <p>{say('salaries.none')}</p>
        {search}
      </>
    );
  if (spread === null)
    return (
      <>
        <p>
          {stated} {say('salaries.tooFew', { n: leastStating })}
        </p>
        {search}
      </>
    );
  const most = Math.max(...buckets.map(({ jobs }) => jobs));
  const named = (change: Record<string, string>): string => addressOf({ ...changed, ...change }, currency);
  return (
    <>
      <p>
        {stated}{' '}
        {sayWith<ComponentChildren>('salaries.half', {
          median: <strong>{markWords(spread.median, currency)}</strong>,
          middle: spanWords(spread, currency),
        })}
      </p>
      {partial && <p class="note warn">{say('partial')}</p>}
      {search}
      <h2>{say('salaries.howMany')}</h2>
      <table class="pay-table">
        <thead>
          <tr>
            <th>Pay a year</th>
            <th>{say('geo.jobs')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {buckets
            .filter(({ jobs }) => jobs > 0)
            .map(({ from, to, jobs }) => (
              <tr key={from}>
                <th scope="row">{to === null ? rangeWords(from, null, currency) : rangeWords(from, to, currency)}</th>
                <td>{jobs}</td>
                <td>
                  <Bar share={jobs / most} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      <Groups
        title={say('salaries.byLevel')}
        groups={levels}
        currency={currency}
        cell={(word) => <a href={named({ experienceLevel: word })}>{optionWord('experienceLevel', word)}</a>}
      />
      <Groups
        title={say('salaries.byPlace')}
        groups={places}
        currency={currency}
        cell={(word) => (
          <a href={named({ location: word })} dir="auto">
            {word}
          </a>
        )}
      />
      <Groups title={say('salaries.byMonth')} groups={months} currency={currency} cell={monthWords} />
      <p class="quiet">{say('salaries.how', { currency, n: leastStating })}</p>
    </>
  );
}

type GroupsProps<Word> = {
  title: string;
  groups: readonly PayGroup<Word>[];
  currency: string;
  cell: (word: Word) => ComponentChildren;
};

function Groups<Word>({ title, groups, currency, cell }: GroupsProps<Word>) {
  if (groups.length === 0) return null;
  const most = Math.max(...groups.map(({ median }) => median.amount));
  return (
    <>
      <h2>{title}</h2>
      <table class="pay-table pay-groups">
        <thead>
          <tr>
            <td />
            <th>{say('geo.jobs')}</th>
            <th>{say('salaries.median')}</th>
            <th>{say('salaries.middle')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {groups.map(({ word, jobs, low, median, high }) => (
            <tr key={String(word)}>
              <th scope="row">{cell(word)}</th>
              <td>{jobs}</td>
              <td>
                <strong>{markWords(median, currency)}</strong>
              </td>
              <td>{spanWords({ low, high }, currency)}</td>
              <td>
                <Bar share={median.amount / most} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** "$118K"; "$400K+" at the open end. */
const markWords = ({ amount, isOpen }: PayMark, currency: string): string =>
  `${moneyWords(amount, currency)}${isOpen ? '+' : ''}`;

const spanWords = ({ low, high }: { low: PayMark; high: PayMark }, currency: string): string =>
  [...new Set([low, high].map((each) => markWords(each, currency)))].join(' – ');

const monthWords = (days: number): string =>
  days === 30 ? say('past.days', { n: days }) : say('salaries.daysAgo', { from: days - 29, to: days });

/** A bar whose length is a share of the greatest; the number stands next to it. */
const Bar = ({ share }: { share: number }) => (
  <svg class="pay-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect width={Math.round(100 * share)} height="8" />
  </svg>
);
