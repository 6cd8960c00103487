import { z } from 'zod';
import { jobSchema } from '../../shared/search/job.js';
import { headlineOf, type JobPage, remarksOf, tagsOf, textOf, timesOf, titleOf } from './job-page.js';

/** A page of a search as JSON Feed 1.1 (https://jsonfeed.org/version/1.1), with what `writeJsonFeed` states of the format's members. */
export const jobFeedSchema = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  next_url: z.url().optional().describe('The next page of the search.'),
  description: z.string().optional().describe('What a reader should know of the page.'),
  _job_search: z.strictObject({
    total: z.int().min(0).describe('How many jobs match.'),
    partial: z.boolean().describe('Some sources have not answered: their jobs may be missing.'),
    notices: z.array(z.string()),
  }),
  items: z.array(
    z.strictObject({
      id: z.string(),
      url: z.string(),
      title: z.string().describe('The title of the job, its company and its place.'),
      content_text: z.string(),
      date_published: z.iso.datetime(),
      date_modified: z.iso.datetime(),
      authors: z.array(z.strictObject({ name: z.string() })).describe('The company.'),
      tags: z.array(z.string()),
      language: z.string().optional().describe('ISO 639-1.'),
      _job_search: jobSchema,
    }),
  ),
});

/**
 * The page as JSON Feed 1.1. What readers do not know stands in `_job_search`, as the format allows for extensions: of the
 * feed its totals, of an item the record of the job.
 */
export function writeJsonFeed(page: JobPage): string {
  const { jobs, links, total, notices, partial } = page;
  const remarks = remarksOf(page);
  const feed: z.input<typeof jobFeedSchema> = {
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(page.query),
    home_page_url: links.page,
    feed_url: links.self,
    ...(links.next === null ? {} : { next_url: links.next }),
    ...(remarks === '' ? {} : { description: remarks }),
    _job_search: { total, partial, notices: [...notices] },
    items: jobs.map((job) => {
      const { published, updated } = timesOf(job);
      return {
        id: job.id,
        url: job.url,
        title: headlineOf(job),
        content_text: textOf(job),
        date_published: new Date(published).toISOString(),
        date_modified: new Date(updated).toISOString(),
        authors: job.company.name === null ? [] : [{ name: job.company.name }],
        tags: tagsOf(job),
        ...(job.language === null ? {} : { language: job.language }),
        _job_search: job,
      };
    }),
  };
  return JSON.stringify(feed);
}
