import type { Config } from '../../shared/config.js';
import { Problem } from '../../shared/problems/problem.js';
import type { CompanyAnswer } from '../../shared/search/company.js';
import { originOf } from '../formats/feed-links.js';
import type { FindCompany } from '../jobs/company.js';
import type { Middleware } from '../middleware/request-context.js';
import { aboutCompany, dateMarkup, jobRow, markOf } from './job-words.js';
import { type Pages, pageHeaders } from './pages.js';
import { html, Markup, outsideLink, writePage } from './write-html.js';

type CompanyPageContext = { findCompany: FindCompany; config: Pick<Config, 'INDEXING' | 'PUBLIC_URL' | 'TRUST_PROXY'> };

/** GET /companies/{key}: a company's openings, places and pay, as a page that needs no script. 404 while none of its openings is held. */
export function companyPage({ findCompany, config }: CompanyPageContext, pages: Pages): Middleware {
  return async function companyPage(ctx) {
    const { key = '' } = (ctx as typeof ctx & { params: Record<string, string> }).params;
    ctx.set({ ...pageHeaders, 'Cache-Control': 'no-cache' });
    ctx.type = 'text/html; charset=utf-8';
    const isIndexed = config.INDEXING === 'on';
    if (!isIndexed) ctx.set('X-Robots-Tag', 'noindex');
    const company = await findCompany(key).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'not-found') return null;
      throw error;
    });
    if (company === null) {
      ctx.status = 404;
      ctx.body = writePage(pages, { title: 'No openings of this company', description: '', main: none });
      return;
    }
    if (company.key !== key) {
      ctx.redirect(`/companies/${encodeURIComponent(company.key)}`);
      return;
    }
    const address = `${originOf(ctx, config)}/companies/${encodeURIComponent(company.key)}`;
    ctx.body = writePage(pages, {
      title: `Jobs at ${company.name}`,
      description: descriptionOf(company),
      head: headOf(company, address, isIndexed),
      main: writeCompany(company),
    });
  };
}

const none = html`<section class="empty"><h1>No openings of this company</h1>
<p>None is held at the moment; new ones are shown here once a board lists them.</p>
<p><a class="act strong" href="/companies">All companies</a></p></section>`;

const openings = (count: number): string => `${count} ${count === 1 ? 'opening' : 'openings'}`;

/** Places that a description names. */
const describedPlaces = 3;

function descriptionOf({ name, total, facets, jobs }: CompanyAnswer): string {
  const places = placesOf(facets).slice(0, describedPlaces);
  const titles = [...new Set(jobs.map(({ title }) => title))].slice(0, describedPlaces);
  return `${openings(total)} at ${name}${places.length === 0 ? '' : ` in ${places.map(({ word }) => word).join('; ')}`}: ${titles.join(', ')}.`;
}

const placesOf = ({ places }: CompanyAnswer['facets']) => places.filter(({ word, jobs }) => word !== '' && jobs > 0);

/** The company for machines, with what is known of it alone. A `<` in it cannot end the script element. */
function headOf({ name, url, logoUrl }: CompanyAnswer, address: string, isIndexed: boolean): Markup {
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    ...(url === null ? {} : { sameAs: url }),
    ...(logoUrl === null ? {} : { logo: logoUrl }),
  };
  const data = JSON.stringify(organization).replaceAll('<', '\\u003c');
  return html`<link rel="canonical" href="${address}">
<meta property="og:type" content="website">
<meta property="og:title" content="Jobs at ${name}">
<meta property="og:url" content="${address}">
<meta property="og:site_name" content="Job search">
${isIndexed ? html`<script type="application/ld+json">${new Markup(data)}</script>\n` : null}`;
}

/** The address of a search among the openings of a company. */
function searchIn({ name }: CompanyAnswer, location = ''): string {
  const fields = { keyword: `company:"${name.replaceAll('"', '')}"`, ...(location === '' ? {} : { location }) };
  return `/?${new URLSearchParams(fields)}`;
}

function writeCompany(company: CompanyAnswer): Markup {
  const { name, url, total, facets, jobs, closed, openDays, sources, partial } = company;
  const places = placesOf(facets);
  return html`<article class="panel job-page">
<div class="panel-top">${markOf({ name })}<h1 dir="auto">${name}</h1><a class="act apply" href="${searchIn(company)}">Search its jobs</a></div>
<p class="company">${url === null ? null : html`<span class="name">${outsideLink(url, siteOf(url))}</span>`}${aboutCompany(company)}</p>
<p>${openings(total)}${postedWords(facets)}.</p>
<p class="actions"><a class="act" href="/companies">All companies</a></p>
${partial ? html`<p class="note warn">Not all postings could be searched: some may be missing.</p>` : null}
${
  places.length === 0
    ? null
    : html`<h2>Where</h2><ul>${places.map(
        ({ word, jobs: count }) =>
          html`<li><a href="${searchIn(company, word)}" dir="auto">${word}</a> <span class="quiet">${count}</span></li>`,
      )}</ul>`
}
${writePay(facets.salary)}
<h2>Newest openings</h2>
<ol class="jobs">${jobs.map((job) => jobRow(job, { withCompany: false }))}</ol>
${jobs.length < total ? html`<p><a class="act" href="${searchIn(company)}">All ${total} openings</a></p>` : null}
${
  closed.length === 0
    ? null
    : html`<h2>Closed lately</h2>${openDays === null ? null : html`<p>${openWords(openDays)}</p>`}<ul>${closed.map(
        ({ title, location, closedAt }) =>
          html`<li><span dir="auto">${title}</span>${location === null ? null : html`, <span dir="auto">${location}</span>`} <span class="quiet">${dateMarkup(closedAt)}</span></li>`,
      )}</ul>`
}
<p class="from">From ${sources.slice(0, mostSources).join(', ')}${sources.length > mostSources ? html` and ${sources.length - mostSources} more` : null}</p>
</article>`;
}

/** "Openings that closed in the last 30 days had been open for 21 days or more (median of 14)." */
function openWords({ median, closings, atLeast }: NonNullable<CompanyAnswer['openDays']>): string {
  const days = `${median} ${median === 1 ? 'day' : 'days'}${atLeast ? ' or more' : ''}`;
  return closings === 1
    ? `One opening closed in the last 30 days; it had been open for ${days}.`
    : `${closings} openings closed in the last 30 days; they had been open for ${days} (median).`;
}

/** Boards that are named. */
const mostSources = 5;

const siteOf = (url: string): string => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url);

/** ": 3 posted in the past 24 hours, 12 in the past week". */
function postedWords({ dateSincePosted }: CompanyAnswer['facets']): string {
  const spans = { '24hr': 'past 24 hours', 'past week': 'past week', 'past month': 'past month' };
  const said = Object.entries(spans).flatMap(([word, span]) => {
    const count = dateSincePosted.find((row) => row.word === word)?.jobs ?? 0;
    return count === 0 ? [] : [`${count} in the ${span}`];
  });
  return said.length === 0 ? '' : `; posted: ${said.join(', ')}`;
}

/** Pay is said where so many openings state it. */
const leastStated = 5;

function writePay({ any, unknown, buckets }: CompanyAnswer['facets']['salary']): Markup | null {
  const stated = any - unknown;
  if (stated < leastStated) return null;
  const amount = (count: number): string => `${Math.round(count / 1000)}K`;
  const rows = buckets.filter(({ jobs }) => jobs > 0);
  return html`<h2>Pay</h2>
<p>${stated} of ${openings(any)} state it. Their highest yearly pay, in the currency of each:</p>
<ul>${rows.map(({ from, to, jobs }) => html`<li>${to === null ? `${amount(from)} and more` : `${amount(from)} to ${amount(to)}`} <span class="quiet">${jobs}</span></li>`)}</ul>`;
}
