import { fields } from '../../shared/search/fields.js';
import type { Job } from '../../shared/search/job.js';
import { readLeftOut, withoutWords } from '../../shared/search/query/left-out.js';
import type { SearchQuery } from '../../shared/search/query/query.js';
import { changedFields } from '../../shared/search/query/search-address.js';
import type { SearchAnswer } from '../../shared/search/result.js';
import { headlineWords, manyWords, reasonWords, whyTitle } from '../../shared/words/job-words.js';
import { jobRow } from '../pages/job-words.js';
import { fillSearchPage, tickLabels, tickList } from '../pages/search-page.js';
import { html, type Markup, Markup as MarkupOf } from '../pages/write-html.js';

/** The currency behind an amount of pay. */
const behind = /^(.*\S)\s+([A-Z]{3})$/;

/** The options of a list, the given one chosen; one that is not of the list is added. */
function optionsWith(name: string, given: string): Markup {
  const options = fillSearchPage(`<!-- options ${name} -->`);
  if (given === '') return new MarkupOf(options);
  const plain = options.replaceAll(' selected', '');
  const chosen = plain.replace(`value="${given}"`, () => `value="${given}" selected`);
  return chosen === plain
    ? html`${new MarkupOf(plain)}<option value="${given}" selected>${given}</option>`
    : new MarkupOf(chosen);
}

/** The search form; a value is offered where it is one of the list. */
export function writeSearchForm(given: Readonly<Record<string, string | undefined>>): Markup {
  const ticks = (name: keyof typeof tickLabels) =>
    html`<div class="field"><span class="label" id="${name}-label">${tickLabels[name]}</span>${tickList(name, given[name] ?? '')}</div>`;
  const [, amount = given.salary ?? '', currency = ''] = behind.exec(given.salary ?? '') ?? [];
  return html`<search class="ask"><h1>Search every job board at once</h1>
<form id="search" action="/search" method="get">
<div class="first">
<div class="field what"><label for="keyword">What</label><input id="keyword" name="keyword" type="search" maxlength="${fields.keyword.maxLength}" value="${given.keyword ?? ''}"></div>
<div class="field where"><label for="location">Where</label><input id="location" name="location" maxlength="${fields.location.maxLength}" value="${given.location ?? ''}"></div>
<button class="main" type="submit">Search</button></div>
<div class="filters">${(Object.keys(tickLabels) as (keyof typeof tickLabels)[]).map(ticks)}
<div class="field"><label for="dateSincePosted">Posted</label>
<select id="dateSincePosted" name="dateSincePosted"><option value="">Any time</option>${optionsWith('dateSincePosted', given.dateSincePosted ?? '')}</select></div>
<div class="field"><label for="salary">Yearly pay</label><input id="salary" name="salary" maxlength="${fields.salary.maxLength}" placeholder="80k or 80k–120k" value="${amount}"></div>
<div class="field"><label for="currency">Currency</label>
<select id="currency" name="currency"><option value="">Currency</option>${optionsWith('currency', currency)}</select></div>
<div class="field"><label for="sortBy">Sort by</label>
<select id="sortBy" name="sortBy">${optionsWith('sortBy', given.sortBy ?? '')}</select></div>
<div class="field"><label for="excludeCompanies">Not from</label><input id="excludeCompanies" name="excludeCompanies" maxlength="${fields.excludeCompanies.maxLength}" placeholder="Acme; Globex" value="${given.excludeCompanies ?? ''}"></div>
<div class="field"><label for="skills">Skills</label><input id="skills" name="skills" maxlength="${fields.skills.maxLength}" placeholder="Python, SQL" value="${given.skills ?? ''}"></div>
</div></form></search>`;
}

/** The page of an answer: its form, what is missing, the jobs and the pages before and after. */
export function writeList(answer: SearchAnswer, { hasAlerts }: { hasAlerts: boolean }): Markup {
  const { query, page, jobs, next, notices, sourceCounts, stale } = answer;
  const { total, ok, pending } = sourceCounts;
  const previous = page.index === 0 ? null : { ...query, page: String(page.index - 1) };
  return html`${writeSearchForm(query)}
<section class="results" aria-label="Results">
<h2 id="found">${headlineWords(page, jobs.length)}</h2>
<p class="quiet">${ok} of ${total} ${total === 1 ? 'board' : 'boards'} answered${pending > 0 ? `, ${pending} still being read: load this page again in a moment` : ''}${stale ? '. These jobs are being read again: load this page again in a moment' : ''}.</p>
${notices.map((notice) => (page.total === 0 && notice.startsWith('No job held meets') ? null : html`<p class="note">${notice}</p>`))}
${page.total === 0 ? waysOn(answer) : null}<p class="examples">${hasAlerts ? html`<a class="act" href="/alerts?${changedFields(query).toString()}">E-mail me new jobs</a> ` : null}${page.total === 0 ? null : html`<a class="act" href="/salaries?${changedFields(query).toString()}">What they pay</a>`}</p>
<ol class="jobs" start="${page.index * page.limit + 1}">${jobs.map(writeRow)}</ol>
<nav class="pages" aria-label="Pages of results">${previous === null ? null : html`<a class="act" href="${addressOf(previous)}">Previous</a> `}${next === null ? null : html`<a class="act" href="${addressOf(next)}">Next</a>`}</nav>
</section>`;
}

/**
 * Where nothing was found: the same search without each of the things that it asks for and for each word alone, what finds most first
 * and nothing that finds none; all jobs where no such search would find any.
 */
function waysOn({ query, notices }: SearchAnswer): Markup {
  const plain = { ...query, page: '0', sortBy: fields.sortBy.default, limit: fields.limit.default };
  const leftOut = readLeftOut(notices);
  const without = [...changedFields(plain)].flatMap(([name, value]) => {
    const jobs = leftOut.fields.get(name);
    const { [name as keyof SearchQuery]: _, ...rest } = { ...query, page: '0' };
    return jobs === undefined ? [] : [{ label: withoutWords(name, value), query: rest, jobs }];
  });
  const alone = [...leftOut.words].map(([word, jobs]) => ({
    ...{ label: `Only “${word}”`, query: { ...query, keyword: word, page: '0' }, jobs },
  }));
  const ways = [...without, ...alone].toSorted((one, other) => other.jobs - one.jobs);
  if (ways.length === 0)
    return html`<p>No job matches this search.</p><p class="examples"><a class="act" href="/search?keyword=">Show all jobs</a></p>`;
  return html`<p>No job matches all of this. Leave one out:</p><ul class="ways">${ways.map(
    ({ label, query: other, jobs }) =>
      html`<li><a class="act" href="${addressOf(other)}">${label} <strong>${manyWords(jobs, 'job')}</strong></a></li>`,
  )}</ul>`;
}

/** The first jobs of the search page, until its script draws them. */
export const writeFirstRows = ({ page, jobs }: SearchAnswer): Markup =>
  html`<div class="found" data-key="head"><h2 id="found" tabindex="-1">${headlineWords(page, jobs.length)}</h2></div><div class="room"></div>
<ol class="jobs" data-key="jobs-exact" start="${page.index * page.limit + 1}">${jobs.map((job) => jobRow(job))}</ol>`;

/** The row of a page without scripts, which has the reasons at once. */
const writeRow = (job: Job): Markup =>
  jobRow(job, {
    behind: html`<div class="why"><span class="why-title">${whyTitle(job.match)}</span><ul>${job.match.why.map((reason) => html`<li>${reasonWords(reason)}</li>`)}</ul></div>`,
  });

/** What went wrong, in sentences; `again`: the same search may be answered later. */
export type Trouble = { title: string; sentences: readonly string[]; again: boolean };

/** The page of a search that failed: what is wrong, the form as it was sent, and a button where trying again may help. */
export function writeTrouble(given: Readonly<Record<string, string>>, { title, sentences, again }: Trouble): Markup {
  const address = `/search?${new URLSearchParams({ ...given })}`;
  return html`${writeSearchForm(given)}
<section class="empty problem" role="alert"><h2>${title}</h2>${sentences.map((each) => html`<p>${each}</p>`)}
<p class="quiet">What you typed is kept in the form.</p>${again ? html`<p><a class="act strong" href="${address}">Try again</a></p>` : null}</section>`;
}

/** The address of a search, without what is the default. */
function addressOf(query: Parameters<typeof changedFields>[0]): string {
  return `/search?${new URLSearchParams({ keyword: '', ...Object.fromEntries(changedFields(query)) })}`;
}
