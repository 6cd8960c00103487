import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { JobCards } from '../../pages/components/job-card.js';
import { JobDetails } from '../../pages/components/job-details.js';
import { MainLink } from '../../pages/components/main-link.js';
import { keepable } from '../../pages/mine/my-jobs.js';
import type { Config } from '../../shared/config.js';
import { say, sayWith, spokenLanguage } from '../../shared/messages/messages.js';
import type { Job, Salary, WholeJob } from '../../shared/search/job.js';
import type { JobType } from '../../shared/words/words.js';
import { originOf } from '../formats/feeds.js';
import { findJob } from '../jobs/job.js';
import { findSimilar, type SimilarContext } from '../jobs/similar.js';
import type { Middleware } from '../middleware/identify.js';
import { known, orNull, type Pages, pageHeaders } from './pages.js';
import { Data, Shared, sendPage, writePage } from './write-page.js';

const employmentTypes: Readonly<Record<JobType, string>> = {
  'full time': 'FULL_TIME',
  'part time': 'PART_TIME',
  contract: 'CONTRACTOR',
  temporary: 'TEMPORARY',
  volunteer: 'VOLUNTEER',
  internship: 'INTERN',
};

/** A job as schema.org/JobPosting, with the facts that its posting states; deduced facts are left out. */
export function jobPosting(job: WholeJob): Record<string, unknown> {
  const { company, location, salary } = job;
  const stated = <Value,>(name: string, value: Value): Value | null =>
    (job.inferred as readonly string[]).includes(name) ? null : value;
  return known({
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    identifier: job.id,
    title: job.title,
    description: job.descriptionHtml === '' ? job.summary : job.descriptionHtml,
    datePosted: job.postedAt ?? job.firstSeenAt,
    validThrough: stated('validUntil', job.validUntil),
    hiringOrganization: known({
      '@type': 'Organization',
      name: company.name ?? 'not stated',
      sameAs: company.url,
      logo: company.logoUrl,
    }),
    jobLocation: location.text === null ? null : placeOf(location),
    jobLocationType: stated('workplace', job.workplace) === 'remote' ? 'TELECOMMUTE' : null,
    employmentType: stated(
      'jobType',
      job.jobTypes.length === 0 ? null : job.jobTypes.map((word) => employmentTypes[word]),
    ),
    baseSalary: stated('salary', salary && payOf(salary)),
    url: job.url,
  });
}

const placeOf = ({ city, region, country }: WholeJob['location']): Record<string, unknown> => ({
  '@type': 'Place',
  address: known({
    '@type': 'PostalAddress',
    addressLocality: city,
    addressRegion: region,
    addressCountry: country,
  }),
});

function payOf({ min, max, currency, per }: Salary): Record<string, unknown> | null {
  if (currency === null || per === null) return null;
  const value = { '@type': 'QuantitativeValue', minValue: min, maxValue: max, unitText: per.toUpperCase() };
  return { '@type': 'MonetaryAmount', currency, value: known(value) };
}

/** Cache of pages by job: maximum characters, and lifetime in milliseconds, because similar jobs change too. */
const mostKept = 8_000_000;
const keptMs = 60_000;

type JobPageContext = SimilarContext & { config: Pick<Config, 'INDEXING' | 'PUBLIC_URL' | 'TRUST_PROXY'> };

/** GET /jobs/{id}: a job as a page without scripts, for people, links and search engines. 404 if it is not stored. */
export function jobPage(context: JobPageContext, pages: Pages): Middleware {
  const kept = new LRUCache<string, string>({ maxSize: mostKept, sizeCalculation: (text) => text.length, ttl: keptMs });
  return async function jobPage(ctx) {
    const { id = '' } = (ctx as typeof ctx & { params: Record<string, string> }).params;
    const job = await orNull('not-found', findJob(context, id));
    if (job === null)
      return sendPage(ctx, pages, { status: 404, title: say('job.gone'), description: '', main: <Gone /> });
    const isIndexed = context.config.INDEXING === 'on';
    ctx.set({ ...pageHeaders, 'Cache-Control': 'no-cache', ...(!isIndexed && { 'X-Robots-Tag': 'noindex' }) });
    ctx.type = 'text/html; charset=utf-8';
    const address = `${originOf(ctx, context.config)}/jobs/${job.id}`;
    const name = createHash('sha256')
      .update(`${spokenLanguage()} ${address} ${JSON.stringify(job)}`)
      .digest('base64url');
    const known = kept.get(name);
    if (known !== undefined) {
      ctx.body = known;
      return;
    }
    // If no worker can answer, the page is shown without them.
    const similarJobs = await orNull('unavailable', findSimilar(context, job));
    const text = writePage(pages, {
      title: [job.title, job.company.name, job.location.text].filter((word) => word !== null).join(' · '),
      description: job.summary,
      head: (
        <>
          <Shared address={address} title={job.title} summary={job.summary} />
          {isIndexed && job.closedAt === null && <Data type="application/ld+json" value={jobPosting(job)} />}
        </>
      ),
      main: <JobArticle job={job} similarJobs={similarJobs?.jobs ?? []} />,
      script: 'job',
    });
    if (similarJobs !== null) kept.set(name, text);
    ctx.body = text;
  };
}

const Gone = () => (
  <section class="empty">
    <h1>{say('job.gone')}</h1>
    <p>{sayWith('job.goneWhy', { saved: (text: string) => <a href="/saved">{text}</a> })}</p>
    <MainLink />
  </section>
);

/** The job; a script adds the buttons and the link back to the list. */
function JobArticle({ job, similarJobs }: { job: WholeJob; similarJobs: readonly Job[] }) {
  const now = new Date();
  const data = {
    'data-id': job.id,
    'data-title': job.title,
    'data-url': job.url,
    'data-company': job.company.name ?? '',
    'data-facts': JSON.stringify(keepable(job).facts),
  };
  return (
    <>
      <a class="act back" id="back" href="/" hidden>
        ← {say('backToList')}
      </a>
      <article class="panel job-page" id="job" lang={job.language ?? undefined} {...data}>
        <JobDetails job={job} now={now} level="h1" marks={<Marks />}>
          <div
            class="description"
            dir="auto"
            // Sanitised by the worker before it was stored.
            dangerouslySetInnerHTML={{ __html: lowerHeadings(job.descriptionHtml) }}
          />
        </JobDetails>
        {similarJobs.length > 0 && (
          <section class="similar" lang={spokenLanguage()} aria-labelledby="similar">
            <h2 id="similar">{say('similar.title')}</h2>
            <JobCards jobs={similarJobs} now={now} />
          </section>
        )}
      </article>
    </>
  );
}

const Marks = () => (
  <>
    <div id="marks" />
    <p id="outcome" class="quiet" role="status" />
  </>
);

/** The service stores headings from h3 on; below the page's h1 they begin with h2. */
const lowerHeadings = (text: string): string =>
  text.replace(/<(\/?)h([3-6])>/g, (_, slash: string, level: string) => `<${slash}h${Number(level) - 1}>`);
