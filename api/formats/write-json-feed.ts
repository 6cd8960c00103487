import { headlineOf, type JobPage, remarksOf, tagsOf, textOf, timesOf, titleOf } from './job-page.js';

/**
 * The page as JSON Feed 1.1. What readers do not know stands in `_job_search`, as the format allows for extensions: of the
 * feed its totals, of an item the record of the job.
 */
export function writeJsonFeed(page: JobPage): string {
  const { jobs, links, total, notices, partial } = page;
  const remarks = remarksOf(page);
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(page.query),
    home_page_url: links.page,
    feed_url: links.self,
    ...(links.next === null ? {} : { next_url: links.next }),
    ...(remarks === '' ? {} : { description: remarks }),
    _job_search: { total, partial, notices },
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
  });
}
