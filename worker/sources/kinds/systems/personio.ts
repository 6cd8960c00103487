import { z } from 'zod';
import { subdomainOf } from '../../parse/board-settings.js';
import type { Members } from '../../parse/members.js';
import { readEntries } from '../../parse/read-entries.js';
import { readXml, xmlParser } from '../../parse/read-xml.js';
import { companyNamed, emptyPosting, listOf, type Posting, placeText } from '../../posting.js';
import { commonSettings, defineKind } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('personio'),
  company: subdomainOf('jobs.personio.de'),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'Two letters, such as en.')
    .optional()
    .describe('Language of the texts; postings without this translation have none. The company’s own unless given.'),
});

const parser = xmlParser({
  isArray: (name, path) =>
    name === 'position' || name === 'jobDescription' || String(path).endsWith('additionalOffices.office'),
});

type Settings = z.infer<typeof settings>;

/**
 * A company's openings on Personio, complete in one XML feed.
 * Documented at https://support.personio.de/hc/en-us/articles/207576365 (GET /xml?language=).
 */
export const personio = defineKind({
  kind: 'personio',
  summary: 'Openings on Personio, by the XML feed.',
  evidence: {
    requests: ['GET {company}.jobs.personio.de/xml[?language={language}]'],
    access: 'documented',
    robots: null,
    basis: [
      'https://support.personio.de/hc/en-us/articles/207576365',
      'https://developer.personio.de/docs/retrieving-open-job-positions',
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/personio.py, measured on 296 companies)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: 'all', details: false },
  addresses: [
    '{company}.jobs.personio.de',
    { address: '{company}.jobs.personio.com', settings: { baseUrl: 'https://{company}.jobs.personio.com' } },
  ],
  settings,
  requests: (chosen) => [
    {
      url: `${originOf(chosen)}/xml${chosen.language === undefined ? '' : `?language=${chosen.language}`}`,
      role: 'listing',
      accept: 'xml',
    },
  ],
  parse: (response, _request, chosen) =>
    readEntries(readXml(response, parser).elements('workzag-jobs', 'position'), (job) => asPosting(job, chosen)),
});

const originOf = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.jobs.personio.de`;

function asPosting(job: Members, chosen: Settings): Posting {
  const id = job.needed('id');
  const years = job.text('yearsOfExperience');
  const parts = job
    .rows('jobDescriptions.jobDescription')
    .map((part) => `<h3>${part.text('name') ?? ''}</h3>${part.text('value') ?? ''}`);
  return {
    ...emptyPosting(job.needed('name'), `${originOf(chosen)}/job/${id}`),
    sourceJobId: id,
    company: companyNamed(job.text('subcompany') ?? chosen.company),
    places: placeText(...job.texts('office', 'additionalOffices.office')),
    jobType: jobTypesOf(job),
    level: job.texts('seniority'),
    postedAt: job.text('createdAt'),
    descriptionHtml: parts.join('\n') || null,
    tags: [
      ...job.texts('department', 'recruitingCategory'),
      ...job.texts('occupation', 'occupationCategory').map(inWords),
      ...(years === null ? [] : [`${years} years of experience`]),
      ...listOf(
        ...(job
          .text('keywords')
          ?.split(',')
          .map((word) => word.trim()) ?? []),
      ),
    ],
  };
}

const inWords = (code: string): string => code.replaceAll('_', ' ');

/** `permanent` says nothing about hours; other types (`intern`, `temporary`) are more specific. */
function jobTypesOf(job: Members): string[] {
  const hours = job.texts('schedule').filter((each) => each !== 'full-or-part-time');
  const employment = job.texts('employmentType').map(inWords);
  return employment[0] === 'permanent' ? [...hours, ...employment] : [...employment, ...hours];
}
