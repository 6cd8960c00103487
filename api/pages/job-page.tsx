import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { JobCards } from '../../pages/components/job-card.js';
import { JobDetails } from '../../pages/components/job-details.js';
import { keepable } from '../../pages/mine/kept-facts.js';
import type { Config } from '../../shared/config.js';
import { Problem } from '../../shared/problems/problem.js';
import type { Job } from '../../shared/search/job.js';
import type { WholeJob } from '../../shared/search/whole-job.js';
import { originOf } from '../formats/feed-links.js';
import { findJob } from '../jobs/job.js';
import { findSimilar, type SimilarContext } from '../jobs/similar.js';
import type { Middleware } from '../middleware/request-context.js';
import { jobPosting } from './job-posting.js';
import { type Pages, pageHeaders } from './pages.js';
import { Data, Shared, writePage } from './write-page.js';

/** Characters of pages that are kept, by the job that they show, and for how many milliseconds: similar jobs change, too. */
const mostKept = 8_000_000;
const keptMs = 60_000;

type JobPageContext = SimilarContext & { config: Pick<Config, 'INDEXING' | 'PUBLIC_URL' | 'TRUST_PROXY'> };

/** GET /jobs/{id}: a job as a page that needs no script, for people, links and search engines. 404 once it is not stored. */
export function jobPage(context: JobPageContext, pages: Pages): Middleware {
  const kept = new LRUCache<string, string>({ maxSize: mostKept, sizeCalculation: (text) => text.length, ttl: keptMs });
  return async function jobPage(ctx) {
    const { id = '' } = (ctx as typeof ctx & { params: Record<string, string> }).params;
    ctx.set({ ...pageHeaders, 'Cache-Control': 'no-cache' });
    ctx.type = 'text/html; charset=utf-8';
    const isIndexed = context.config.INDEXING === 'on';
    if (!isIndexed) ctx.set('X-Robots-Tag', 'noindex');
    const job = await findOrNull(context, id);
    if (job === null) {
      ctx.status = 404;
      ctx.body = writePage(pages, { title: 'This job is gone', description: '', main: <Gone /> });
      return;
    }
    const address = `${originOf(ctx, context.config)}/jobs/${job.id}`;
    const name = createHash('sha256')
      .update(`${address} ${JSON.stringify(job)}`)
      .digest('base64url');
    const known = kept.get(name);
    if (known !== undefined) {
      ctx.body = known;
      return;
    }
    const similarJobs = await similarOrNone(context, job);
    const text = writePage(pages, {
      title: [job.title, job.company.name, job.location.text].filter((word) => word !== null).join(' · '),
      description: job.summary,
      head: (
        <>
          <Shared address={address} title={job.title} summary={job.summary} />
          {isIndexed && job.closedAt === null && <Data type="application/ld+json" value={jobPosting(job)} />}
        </>
      ),
      main: <JobArticle job={job} similarJobs={similarJobs ?? []} />,
      script: 'job.js',
    });
    if (similarJobs !== null) kept.set(name, text);
    ctx.body = text;
  };
}

/** Similar jobs; `null` while no worker can say: the page stands without them. */
async function similarOrNone(context: JobPageContext, job: WholeJob): Promise<readonly Job[] | null> {
  try {
    return (await findSimilar(context, job)).jobs;
  } catch (error) {
    if (error instanceof Problem && error.code === 'unavailable') return null;
    throw error;
  }
}

async function findOrNull(context: JobPageContext, id: string): Promise<WholeJob | null> {
  try {
    return await findJob(context, id);
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') return null;
    throw error;
  }
}

const Gone = () => (
  <section class="empty">
    <h1>This job is gone</h1>
    <p>
      Its source no longer lists it, and closed postings are deleted after 30 days. What you noted of it is{' '}
      <a href="/saved">in this browser</a>.
    </p>
    <p>
      <a class="act strong" href="/">
        Search for jobs
      </a>
    </p>
  </section>
);

/** The job; its script adds what a person marks it with, and the way back to the list. */
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
        ← Back to the list
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
          <section class="similar" lang="en" aria-labelledby="similar">
            <h2 id="similar">Similar jobs</h2>
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

/** The service stores headings from h3 on; below the h1 of a page they begin with h2. */
const lowerHeadings = (text: string): string =>
  text.replace(/<(\/?)h([3-6])>/g, (_, slash: string, level: string) => `<${slash}h${Number(level) - 1}>`);
