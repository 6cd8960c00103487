import { z } from 'zod';
import { subdomainOf } from '../../parse/board-settings.js';
import { elementJson } from '../../parse/embedded-json.js';
import { Members } from '../../parse/members.js';
import { readListed } from '../../parse/read-entries.js';
import { joined } from '../../parse/site-page.js';
import { companyNamed, emptyPosting, listOf, placeWith } from '../../posting.js';
import { commonSettings, defineKind, pageAt } from '../../source.js';
import { gupyJobTypes } from '../services/gupy.js';

const settings = commonSettings.extend({ kind: z.literal('gupy-board'), company: subdomainOf('gupy.io') });
type Settings = z.infer<typeof settings>;

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
  requests: (chosen) => [pageAt(`${origin(chosen)}/`)],
  parse({ body }, request, chosen) {
    const page = new Members(elementJson(body, 'script#__NEXT_DATA__')).object('props.pageProps');
    if (request.role === 'detail') {
      const job = page.object('job');
      const sections = job.texts('description', 'responsibilities', 'prerequisites', 'relevantExperiences');
      const posting = {
        ...emptyPosting(job.needed('name'), request.url),
        postedAt: job.text('publishedAt'),
        descriptionHtml: sections.join('\n') || null,
      };
      return { postings: [joined(request.listed ?? null, posting)], follow: [] };
    }
    const name = page.text('careerPage.publicationName', 'careerPage.name') ?? chosen.company;
    const company = companyNamed(name, { logoUrl: page.text('careerPage.logo') });
    return readListed(page.list('jobs'), (listed) => {
      const id = listed.needed('id');
      const url = `${origin(chosen)}/jobs/${encodeURIComponent(id)}`;
      const type = listed.text('type');
      return pageAt(url, {
        role: 'detail',
        listed: {
          ...emptyPosting(listed.needed('title'), url),
          sourceJobId: id,
          company,
          places: listed
            .rows('workplace.address')
            .map((place) =>
              placeWith({ city: place.text('city'), region: place.text('state'), country: place.text('country') }),
            ),
          workplace: listed.texts('workplace.workplaceType'),
          jobType: listOf(type === null ? null : (gupyJobTypes[type] ?? type)),
          tags: listed.texts('department'),
        },
      });
    });
  },
});

const origin = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.gupy.io`;
