import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../shared/config.js';
import { Problem } from '../../shared/problems/problem.js';
import type { Job } from '../../shared/search/job.js';
import type { WholeJob } from '../../shared/search/whole-job.js';
import { tableOf } from '../../shared/table-of.js';
import { seenSentences } from '../../shared/words/job-words.js';
import { originOf } from '../formats/feed-links.js';
import { findJob } from '../jobs/job.js';
import { findSimilar, type SimilarContext } from '../jobs/similar.js';
import type { Middleware } from '../middleware/request-context.js';
import { jobPosting } from './job-posting.js';
import { aboutCompany, dateMarkup, factList, jobRow, markOf, openingsLink } from './job-words.js';
import { type Pages, pageHeaders } from './pages.js';
import { html, Markup, outsideLink, writePage } from './write-html.js';

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
      ctx.body = writePage(pages, { title: 'This job is gone', description: '', main: gone });
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
      head: headOf(job, address, isIndexed),
      main: writeJob(job, similarJobs ?? []),
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

const gone = html`<section class="empty"><h1>This job is gone</h1>
<p>Its board no longer lists it, and closed postings are deleted after 30 days. What you noted of it is <a href="/saved">in this browser</a>.</p>
<p><a class="act strong" href="/">Search for jobs</a></p></section>`;

/** What a shared link shows, and the posting for machines. A `<` in it cannot end the script element. */
function headOf(job: WholeJob, address: string, isIndexed: boolean): Markup {
  const data = JSON.stringify(jobPosting(job)).replaceAll('<', '\\u003c');
  return html`<link rel="canonical" href="${address}">
<meta property="og:type" content="website">
<meta property="og:title" content="${job.title}">
<meta property="og:description" content="${job.summary}">
<meta property="og:url" content="${address}">
<meta property="og:site_name" content="Job search">
${isIndexed && job.closedAt === null ? html`<script type="application/ld+json">${new Markup(data)}</script>\n` : null}`;
}

/** The mark of an item of a list, from which a sentence was taken. */
const listMark = /^[-*•·–]\s+/;

/** Questions to which the sentences of a posting are the answers. */
const evidenceLabels = tableOf<string>({
  remoteFrom: 'Remote from',
  visaSponsorship: 'Visa',
  securityClearance: 'Security clearance',
  degree: 'Degree',
  yearsOfExperience: 'Experience',
  postedBy: 'Employer or agency',
});

function writeJob(job: WholeJob, similarJobs: readonly Job[]): Markup {
  const evidence = Object.entries(job.evidence).flatMap(([name, sentence]) => {
    const label = evidenceLabels[name];
    return label === undefined || sentence === undefined
      ? []
      : [html`<dt>${label}</dt><dd><q dir="auto">${sentence.replace(listMark, '')}</q></dd>`];
  });
  const lang = job.language === null ? null : html` lang="${job.language}"`;
  const seen = seenSentences(job);
  return html`<article class="panel job-page" id="job" data-id="${job.id}" data-title="${job.title}" data-company="${job.company.name ?? ''}" data-url="${job.url}"${lang}>
<div class="panel-top">${markOf(job.company)}<h1 dir="auto">${job.title}</h1><a class="act apply" lang="en" href="${linkOf(job.applyUrl ?? job.url)}" rel="noopener noreferrer nofollow">Apply</a></div>
<p class="company"><span class="name" dir="auto">${outsideLink(job.company.url, job.company.name ?? 'Company not stated')}</span>${
    job.location.text === null ? null : html` <span class="place" dir="auto">${job.location.text}</span>`
  }${aboutCompany(job.company)}${openingsLink(job.company.name)}</p>
<div lang="en">
${factList(job)}
${job.validUntil === null ? null : html`<p class="deadline">Apply by ${dateMarkup(job.validUntil)}</p>`}
${job.closedAt === null ? null : html`<p class="note warn">Closed on ${dateMarkup(job.closedAt)}: its board no longer lists it.</p>`}
<div class="actions" id="marks"></div><p id="outcome" class="quiet" role="status"></p>
${evidence.length === 0 ? null : html`<dl class="evidence" aria-label="What the posting says">${evidence}</dl>`}
${job.skills.length === 0 ? null : html`<p class="skills">Skills: ${job.skills.map(skillMarkup(job))}</p>`}
${seen === null ? null : html`<p class="quiet">${seen}</p>`}
<p class="from">From ${outsideLink(job.url, job.source)}${job.alsoOn.map(({ source, url }) => html`, also on ${outsideLink(url, source)}`)}, last listed ${dateMarkup(job.lastSeenAt)}</p>
</div>
<div class="description" dir="auto">${
    // Sanitised by the worker before it was stored.
    new Markup(lowerHeadings(job.descriptionHtml))
  }</div>
${similarJobs.length === 0 ? null : html`<section class="similar" lang="en" aria-labelledby="similar"><h2 id="similar">Similar jobs</h2><ol class="jobs">${similarJobs.map((each) => jobRow(each))}</ol></section>`}
</article>`;
}

/** A skill as a link to the jobs that name it, too; its tooltip is the sentence that does. */
const skillMarkup =
  ({ skillEvidence }: WholeJob) =>
  (skill: string, at: number): Markup =>
    html`${at === 0 ? '' : ', '}<a href="/?${new URLSearchParams({ skills: skill }).toString()}" title="${skillEvidence[skill] ?? ''}">${skill}</a>`;

const linkOf = (address: string): string => (/^https?:\/\//i.test(address) ? address : '#');

/** The service stores headings from h3 on; below the h1 of a page they begin with h2. */
const lowerHeadings = (text: string): string =>
  text.replace(/<(\/?)h([3-6])>/g, (_, slash: string, level: string) => `<${slash}h${Number(level) - 1}>`);
