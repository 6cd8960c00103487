import { chanceOf } from '../postings/chance.js';
import type { DemoPosting } from '../postings/posting.js';
import { countries } from '../vocabulary.js';
import { escapeHtml } from './escape-html.js';
import { cutPage, htmlPage, listingPage, postingHtml, sites } from './pages.js';
import { type Board, found, type Reply } from './reply.js';
import { createSearch, searchOf } from './search-postings.js';

/** The board's token: the last part of a Greenhouse board's address. */
export const boardToken = 'northwind';

const site = sites.greenhouse;

/** The board that answers JSON in the shape of a Greenhouse job board, with a readable page for every posting. */
export function createGreenhouseBoard(postings: readonly DemoPosting[]): Board {
  const search = createSearch(postings);
  const newestFirst = search({ q: '', where: '' });
  const byId = new Map(postings.map((posting) => [posting.id, posting]));
  const list = (origin: string, withContent: boolean): Reply => {
    const jobs = newestFirst.map((one) => ({ ...jobOf(one, origin), ...(withContent ? contentOf(one) : {}) }));
    return json({ jobs, meta: { total: jobs.length } });
  };
  return ({ path, query, origin }) => {
    const [, token, rest = ''] = /^\/greenhouse\/v1\/boards\/([^/]+)(\/.*)?$/.exec(path) ?? [];
    if (token !== undefined && token !== boardToken) return missing('Job Board not found');
    if (path === site.home) {
      const asked = searchOf(query);
      return found('html', listingPage(site, cutPage(search(asked), query, { home: site.home, size: 25 }), asked));
    }
    const posting = byId.get(/\/jobs\/(\d+)$/.exec(path)?.[1] ?? '');
    if (token === undefined) return posting && path === posting.path ? pageOf(posting) : null;
    if (rest === '')
      return json({ name: site.name, content: '&lt;p&gt;Openings of many employers, in one place.&lt;/p&gt;' });
    if (rest === '/jobs') return list(origin, query.get('content') === 'true');
    if (!posting) return missing('Job not found');
    return json({ ...jobOf(posting, origin), ...contentOf(posting) });
  };
}

const json = (value: object): Reply => found('json', JSON.stringify(value));
const missing = (error: string): Reply => ({ ...json({ status: 404, error }), status: 404 });

function pageOf(posting: DemoPosting): Reply {
  const body = postingHtml(posting, contentHtml(posting));
  return found('html', htmlPage({ title: `${posting.title} at ${posting.companyName}`, site, body }));
}

/** A posting as an element of `jobs` (https://developers.greenhouse.io/job-board.html), without its content. */
function jobOf(posting: DemoPosting, origin: string): object {
  const { opening, stated } = posting;
  const field = (name: string, value: string) => ({
    ...{ id: numberOf('field', name), name, value, value_type: 'single_select' },
  });
  const metadata = [
    ...(stated.jobType === 'field' ? [field('Employment Type', opening.jobType)] : []),
    ...(stated.workplace === 'field' ? [field('Workplace Type', opening.workplace)] : []),
  ];
  return {
    ...{ id: Number(posting.id), internal_job_id: 3_200_000 + opening.index * 7, title: posting.title },
    ...{ absolute_url: `${origin}${posting.path}`, location: { name: posting.locationText }, language: 'en' },
    ...{ company_name: posting.companyName, requisition_id: posting.requisitionId },
    ...{ updated_at: easternTime(posting.updatedAt), first_published: easternTime(posting.postedAt) },
    metadata: metadata.length > 0 ? metadata : null,
  };
}

/** Added by `content=true`. The HTML is escaped once more, as documented. */
function contentOf(posting: DemoPosting): object {
  const { occupation, places } = posting.opening;
  const part = (kind: string, name: string, more: object) => ({
    ...{ id: numberOf(kind, name), name, child_ids: [], parent_id: null, ...more },
  });
  const offices = places.map(({ city, region, regionCode, country }) =>
    part('office', city, { location: [city, regionCode ?? region, countries[country].name].join(', ') }),
  );
  return {
    content: escapeHtml(contentHtml(posting)),
    departments: [part('department', occupation.department, {})],
    offices: offices.length > 0 ? offices : [part('office', 'Remote', { location: null })],
  };
}

function contentHtml(posting: DemoPosting): string {
  const { descriptionHtml, payText, stated } = posting;
  if (stated.pay !== 'field') return descriptionHtml;
  return `${descriptionHtml}\n<div class="content-pay-transparency"><div class="title">Pay</div><div class="pay-range"><span>${escapeHtml(payText ?? '')}</span></div></div>`;
}

/** A stable number for a name. */
const numberOf = (kind: string, name: string): number => chanceOf(kind, name).int(4_000_000, 4_999_999);

/** Greenhouse writes times with an offset. */
const easternTime = (iso: string): string =>
  `${new Date(Date.parse(iso) - 5 * 3_600_000).toISOString().slice(0, 19)}-05:00`;
