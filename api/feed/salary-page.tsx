import type { ComponentChildren } from 'preact';
import { optionWord } from '../../pages/components/words.js';
import type { Config } from '../../shared/config.js';
import { Problem } from '../../shared/problems/problem.js';
import { fieldNames, fields } from '../../shared/search/fields.js';
import { parseQuery } from '../../shared/search/query/parse-query.js';
import { changedFields, type SearchQuery, searchName, subjectOf } from '../../shared/search/query/query.js';
import { exchangeRates } from '../../shared/words/exchange-rates.js';
import { manyWords, moneyWords, rangeWords, thousandsWords } from '../../shared/words/job-words.js';
import { originOf } from '../formats/feeds.js';
import { type FindSalaries, leastStating, type PayGroup, type PayMark, type Salaries } from '../jobs/salaries.js';
import type { Middleware } from '../middleware/identify.js';
import { type Pages, pageHeaders } from '../pages/pages.js';
import { writePage } from '../pages/write-page.js';
import { givenFields } from './feed.js';
import { offeredCurrencies } from './list-page.js';

type SalaryContext = { findSalaries: FindSalaries; config: Pick<Config, 'PUBLIC_URL' | 'TRUST_PROXY'> };

/** The currency of a page that is asked for none. */
const usual = 'USD';

/** GET /salaries: what the jobs of a search pay, by level, place and month, as a page that needs no script. */
export function salaryPage({ findSalaries, config }: SalaryContext, pages: Pages): Middleware {
  return async function salaryPage(ctx) {
    const { salary: _salary, sortBy: _order, limit: _limit, page: _page, ...given } = givenFields(ctx.query);
    const parsed = parseQuery(given);
    const { currency: code } = ctx.query;
    const currency = typeof code === 'string' && exchangeRates().perEuro.has(code) ? code : usual;
    ctx.set({ ...pageHeaders, 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' });
    ctx.type = 'text/html; charset=utf-8';
    const send = (name: string, contents: ComponentChildren): void => {
      const title = `Pay: ${name === '' ? 'all jobs' : name}`;
      const head = <link rel="canonical" href={originOf(ctx, config) + addressOf(given, currency)} />;
      const main = (
        <article class="panel job-page">
          <h1 dir="auto">{title}</h1>
          <PayForm given={given} currency={currency} />
          {contents}
        </article>
      );
      ctx.body = writePage(pages, { title, description: 'What jobs pay by level, place and month.', head, main });
    };
    if ('errors' in parsed) {
      ctx.status = 400;
      return send(
        given.keyword ?? '',
        parsed.errors.map(({ detail }) => (
          <p key={detail} class="note warn">
            {detail}
          </p>
        )),
      );
    }
    const { query } = parsed;
    try {
      const salaries = await findSalaries(subjectOf(query), currency);
      send(searchName(query), <PayTables {...{ salaries, query, currency }} />);
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'unavailable')) throw error;
      ctx.status = error.status;
      send(
        searchName(query),
        <p class="note warn">Pay cannot be counted at the moment. Load this page again in a minute.</p>,
      );
    }
  };
}

/** The address of the pay of a search. */
export const addressOf = (given: Readonly<Record<string, string>>, currency: string): string =>
  `/salaries?${new URLSearchParams({ ...given, currency })}`;

function PayForm({ given, currency }: { given: Readonly<Record<string, string>>; currency: string }) {
  const others = fieldNames.filter((name) => name !== 'keyword' && name !== 'location' && given[name] !== undefined);
  return (
    <form class="pay-form" action="/salaries" method="get">
      <label>
        <span>What</span>
        <input name="keyword" type="search" maxLength={fields.keyword.maxLength} value={given.keyword ?? ''} />
      </label>
      <label>
        <span>Where</span>
        <input name="location" maxLength={fields.location.maxLength} value={given.location ?? ''} />
      </label>
      <label>
        <span>Currency</span>
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
        Show pay
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
        Show the jobs
      </a>
    </p>
  );
  const stating = spread?.jobs ?? buckets.reduce((sum, { jobs }) => sum + jobs, 0);
  const stated = `${manyWords(stating, 'job')} of ${thousandsWords(total)} ${stating === 1 ? 'states its pay' : 'state their pay'}`;
  if (total === 0)
    return (
      <>
        <p>No job matches this search. What you typed is kept above; fewer words find more.</p>
        {search}
      </>
    );
  if (spread === null)
    return (
      <>
        <p>
          {stated}: too few to say what is paid. At least {leastStating} are needed.
        </p>
        {search}
      </>
    );
  const most = Math.max(...buckets.map(({ jobs }) => jobs));
  const named = (change: Record<string, string>): string => addressOf({ ...changed, ...change }, currency);
  return (
    <>
      <p>
        {stated}. Half of them pay up to about <strong>{markWords(spread.median, currency)}</strong> a year; the middle
        half pay {spanWords(spread, currency)}.
      </p>
      {partial && <p class="note warn">Not all postings could be searched: some may be missing.</p>}
      {search}
      <h2>How many pay what</h2>
      <table class="pay-table">
        <thead>
          <tr>
            <th>Pay a year</th>
            <th>Jobs</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {buckets
            .filter(({ jobs }) => jobs > 0)
            .map(({ from, to, jobs }) => (
              <tr key={from}>
                <th scope="row">
                  {to === null ? `${moneyWords(from, currency)} and more` : rangeWords(from, to, currency)}
                </th>
                <td>{jobs}</td>
                <td>
                  <Bar share={jobs / most} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      <Groups
        {...{ title: 'By level', groups: levels, currency }}
        cell={(word) => <a href={named({ experienceLevel: word })}>{optionWord('experienceLevel', word)}</a>}
      />
      <Groups
        {...{ title: 'By place', groups: places, currency }}
        cell={(word) => (
          <a href={named({ location: word })} dir="auto">
            {word}
          </a>
        )}
      />
      <Groups {...{ title: 'By month of posting', groups: months, currency }} cell={monthWords} />
      <p class="quiet">
        Of the jobs that are open now, by the highest yearly pay that each states, converted into {currency}. Medians
        are read from steps of 20,000. A group is shown where at least {leastStating} of its jobs state their pay. Jobs
        that have closed are not kept with their pay, so a month has those of its jobs that are still open.
      </p>
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
            <th>Jobs</th>
            <th>Median</th>
            <th>Middle half</th>
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

/** "$118K"; "$400K+" where it is that or more. */
const markWords = ({ amount, isOpen }: PayMark, currency: string): string =>
  `${moneyWords(amount, currency)}${isOpen ? '+' : ''}`;

const spanWords = ({ low, high }: { low: PayMark; high: PayMark }, currency: string): string =>
  [...new Set([low, high].map((each) => markWords(each, currency)))].join(' – ');

const monthWords = (days: number): string => (days === 30 ? 'Past 30 days' : `${days - 29} to ${days} days ago`);

/** A bar whose length is a share of the greatest; the number stands next to it. */
const Bar = ({ share }: { share: number }) => (
  <svg class="pay-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect width={Math.round(100 * share)} height="8" />
  </svg>
);
