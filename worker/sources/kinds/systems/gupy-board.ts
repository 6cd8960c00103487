import { z } from 'zod';
import { subdomainOf } from '../../parse/board-settings.js';
import { coerceText, listOf, neededId, neededText } from '../../parse/coerce.js';
import { elementJson } from '../../parse/embedded-json.js';
import { asShape, readListed } from '../../parse/read-shape.js';
import { readStated } from '../../parse/read-stated.js';
import { joined } from '../../parse/site-page.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest, sourceChanged } from '../../source.js';
import { gupyJobTypes } from '../services/gupy.js';

const settings = commonSettings.extend({ kind: z.literal('gupy-board'), company: subdomainOf('gupy.io') });
type Settings = z.infer<typeof settings>;

const listSchema = z.object({
  jobs: z.array(z.unknown()),
  careerPage: z.object({ name: coerceText, publicationName: coerceText, logo: coerceText.catch(null) }).nullish(),
});
const address = z.object({ city: coerceText, state: coerceText, country: coerceText }).nullish();
const listedSchema = z.object({
  id: neededId,
  title: neededText,
  department: coerceText,
  type: coerceText,
  workplace: z.object({ address, workplaceType: coerceText }).nullish(),
});
const detailSchema = z.object({
  job: z.object({
    name: neededText,
    description: coerceText,
    responsibilities: coerceText,
    prerequisites: coerceText,
    relevantExperiences: coerceText,
    publishedAt: coerceText,
  }),
});
const pageSchema = z.object({ props: z.object({ pageProps: z.unknown() }) });

/** A company's own page on Gupy: all its jobs on one page, and one page per job for its text, as data of the pages' scripts. */
export const gupyBoard = defineKind({
  kind: 'gupy-board',
  summary: 'Companies’ careers pages on Gupy, by the data in their pages.',
  evidence: {
    requests: ['GET {company}.gupy.io/', 'GET {company}.gupy.io/jobs/{id}'],
    access: 'page',
    robots: null,
    basis: [
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-gupy)',
      'https://github.com/kalil0321/ats-scrapers (src/ats_scrapers/scrapers/gupy.py)',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/gupy.py)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public pages, made for search engines.',
  cost: { perRequest: 'all', details: true },
  addresses: [{ address: '{company}.gupy.io', except: ['portal', 'employability-portal', 'suporte', 'careers'] }],
  settings,
  defaults: { perMinute: 30, concurrency: 1, timeoutSeconds: 600 },
  requests: (chosen) => [{ url: `${origin(chosen)}/`, role: 'listing', accept: 'page', render: 'never' }],
  parse({ body }, request, chosen) {
    const { pageProps } = asShape(elementJson(body, 'script#__NEXT_DATA__'), pageSchema, 'a page with props').props;
    if (request.role === 'detail') {
      const { value, problem } = readStated(pageProps, detailSchema);
      if (value === null) throw sourceChanged('a page with props.pageProps.job', problem);
      const { job } = value;
      const sections = [job.description, job.responsibilities, job.prerequisites, job.relevantExperiences];
      const posting = {
        ...emptyPosting(job.name, request.url),
        postedAt: job.publishedAt,
        descriptionHtml: listOf(...sections).join('\n') || null,
      };
      return { postings: [joined(request.listed ?? null, posting)], follow: [] };
    }
    const { jobs, careerPage } = asShape(pageProps, listSchema, 'a page with props.pageProps.jobs');
    const company = {
      name: careerPage?.publicationName ?? careerPage?.name ?? chosen.company,
      url: null,
      logoUrl: careerPage?.logo ?? null,
    };
    const read = readListed(jobs, listedSchema, (listed): PageRequest => {
      const url = `${origin(chosen)}/jobs/${encodeURIComponent(listed.id)}`;
      const place = listed.workplace?.address ?? null;
      return {
        ...{ url, role: 'detail', accept: 'page', render: 'never' },
        listed: {
          ...emptyPosting(listed.title, url),
          sourceJobId: listed.id,
          company,
          places: place === null ? [] : [{ text: null, city: place.city, region: place.state, country: place.country }],
          workplace: listOf(listed.workplace?.workplaceType ?? null),
          jobType: listOf(listed.type === null ? null : (gupyJobTypes[listed.type] ?? listed.type)),
          tags: listOf(listed.department),
        },
      };
    });
    return { ...read, postings: [] };
  },
});

const origin = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.gupy.io`;
