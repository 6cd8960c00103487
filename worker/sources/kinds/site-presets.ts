/** Career systems whose boards are read like a `site`: their listings, and how their boards are named. */
import { boardNameIn } from '../parse/board-settings.js';
import type { SourceKind } from '../source.js';
import { presetKind, type SitePreset } from './preset-kind.js';

/** `[/LANGUAGE]/WORD/PLACE/TITLE/COMPANY/JOB`, the word in the site's language; result pages end in a digit. */
function isRadancyJob(path: string): boolean {
  const parts = path.split('/').filter((part) => part !== '');
  const [job = '', company = '', title = ''] = parts.reverse();
  return parts.length >= 5 && /^\d{6,20}$/.test(job) && /^\d{1,12}$/.test(company) && /\D/.test(title);
}

const publicPages = 'Public pages, made for search engines.';

const presets: readonly SitePreset[] = [
  {
    kind: 'icims',
    summary: 'Career portals on iCIMS, by sitemap and pages with JobPosting.',
    evidence: {
      requests: [
        'GET {company}.icims.com/sitemap.xml',
        'GET {company}.icims.com/jobs/search?ss=1&in_iframe=1&pr={page}',
        'GET {company}.icims.com/jobs/{id}/{title}/job?in_iframe=1',
      ],
      access: 'page',
      robots: 'Portals without a sitemap forbid everything, others nothing (380 measured).',
      basis: [
        'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/icims.py, measured on 380 portals)',
        'https://github.com/santifer/career-ops (providers/icims.mjs, tests/fixtures/icims-search-page.html)',
        'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/icims.py)',
      ],
      compared: '2026-11-28',
      recording: 'read',
    },
    terms: `${publicPages} Portals that refuse automated clients are not read.`,
    addresses: [{ address: '{company}.icims.com', except: ['care', 'developer', 'login'] }],
    board: { company: 'icims.com' },
    siteOf: (origin) => ({ sitemap: `${origin}/sitemap.xml`, render: 'never' }),
    searchOf: (origin) => ({
      search: `${origin}/jobs/search?ss=1&in_iframe=1&pr={page}`,
      firstPage: 0,
      jobLinks: 'a[href*="/jobs/"]',
      nextLink: 'a.none',
      render: 'never',
    }),
    isJob: (path) => /^\/jobs\/\d{1,12}\/(?:[^/]{1,300}\/)?job\/?$/.test(path),
    hasInventedDates: true,
    // Without it the portal sends a frame around the posting's page.
    detailQuery: 'in_iframe=1',
  },
  {
    kind: 'radancy',
    summary: 'Career sites on Radancy (TalentBrew), by sitemap and pages with JobPosting.',
    evidence: {
      requests: [
        'GET {host}/sitemap.xml',
        'GET {host}/search-jobs?p={page}',
        'GET {host}/{job}/{place}/{title}/{companyId}/{jobId}',
      ],
      access: 'page',
      robots: '151 of 188 sites forbid `/search-jobs/`, which is not requested.',
      basis: [
        'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/radancy.py, measured on 188 sites)',
        'https://github.com/santifer/career-ops (providers/radancy.mjs)',
      ],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms: publicPages,
    addresses: ['{host}/[locale]/search-jobs'],
    pageMarks: [{ text: 'tbcdn.talentbrew.com', settings: { host: '{host}' } }],
    board: 'host',
    siteOf: (origin) => ({ sitemap: `${origin}/sitemap.xml`, render: 'never' }),
    searchOf: (origin) => ({
      search: `${origin}/search-jobs?p={page}`,
      jobLinks: 'a[data-job-id]',
      nextLink: 'a.none',
      render: 'never',
    }),
    isJob: isRadancyJob,
    sitemapEnds: [500, 10_000],
  },
  {
    kind: 'careerplug',
    summary: 'Job boards on CareerPlug, by pages with JobPosting.',
    evidence: {
      requests: ['GET {company}.careerplug.com/jobs[?page={page}]', 'GET {company}.careerplug.com/jobs/{id}'],
      access: 'page',
      robots: null,
      basis: [
        'https://github.com/datascry/openroles (scraper/src/ats/careerplug.ts)',
        'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-careerplug)',
      ],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms: publicPages,
    addresses: [{ address: '{company}.careerplug.com', except: ['app', 'my'] }],
    board: { company: 'careerplug.com' },
    siteOf: (origin) => ({
      pages: [`${origin}/jobs`],
      jobLinks: 'a[href*="/jobs/"]',
      nextLink: 'a.next_page',
      jobFields: {
        title: '.job-name',
        location: '.job-location',
        salary: '.job-compensation',
        description: '.job-description-container',
      },
      render: 'never',
    }),
    isJob: (path) => /^\/jobs\/\d{1,12}\/?$/.test(path),
  },
  {
    kind: 'hrmos',
    summary: 'Job boards on HRMOS (Japan), by pages with JobPosting.',
    evidence: {
      requests: ['GET hrmos.co/pages/{board}/jobs?page={page}', 'GET hrmos.co/pages/{board}/jobs/{id}'],
      access: 'page',
      robots: null,
      basis: [
        'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/hrmos.py)',
        'https://github.com/complete-labs/ats-scrapers (src/ats_scrapers/scrapers/hrmos.py)',
      ],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms: publicPages,
    addresses: ['hrmos.co/pages/{board}/jobs'],
    board: { origin: 'https://hrmos.co' },
    own: { name: 'board', schema: boardNameIn('hrmos.co/pages/BOARD/jobs') },
    siteOf: (origin, name) => ({
      search: `${origin}/pages/${name}/jobs?page={page}`,
      jobLinks: `a[href*="/pages/${name}/jobs/"]`,
      nextLink: 'a.none',
      render: 'never',
    }),
  },
  {
    kind: 'dualoo',
    summary: 'Job portals on Dualoo (Switzerland), by pages with JobPosting.',
    evidence: {
      requests: [
        'GET jobs.dualoo.com/portal/{board}',
        'GET jobs.dualoo.com/portal/{board}/{id}/detail?lang={language}',
      ],
      access: 'page',
      robots: null,
      basis: [
        'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/dom.py)',
        'https://github.com/valerielinc-ops/frontaliere-si-o-no (scripts/lib/cereneo-job-parser.mjs)',
      ],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms: publicPages,
    addresses: ['jobs.dualoo.com/portal/{board}'],
    board: { origin: 'https://jobs.dualoo.com' },
    own: { name: 'board', schema: boardNameIn('jobs.dualoo.com/portal/BOARD') },
    siteOf: (origin, name) => ({
      pages: [`${origin}/portal/${name}`],
      jobLinks: `a[href*="/portal/${name}/"][href*="/detail"]`,
      render: 'never',
    }),
  },
  {
    kind: 'applicantstack',
    summary: 'Openings on ApplicantStack, by pages with JobPosting.',
    evidence: {
      requests: ['GET {company}.applicantstack.com/x/openings', 'GET {company}.applicantstack.com/x/detail/{id}'],
      access: 'page',
      robots: null,
      basis: [
        'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-applicantstack)',
        'https://github.com/datascry/openroles (scraper/src/ats/applicantstack.ts)',
      ],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms: publicPages,
    addresses: ['{company}.applicantstack.com'],
    board: { company: 'applicantstack.com' },
    siteOf: (origin) => ({
      pages: [`${origin}/x/openings`],
      jobLinks: 'a[href*="/x/detail/"]',
      jobFields: {
        title: ['meta[property="og:title"]@content', 'h1'],
        company: 'meta[property="og:site_name"]@content',
        location: ['th:contains("Location") + td', 'th:contains("City") + td'],
        posted: 'th:contains("Date Posted") + td',
        requisitionId: 'th:contains("ID") + td',
        description: ['.listing_description', '#job-post'],
      },
      render: 'never',
    }),
  },
  {
    kind: 'jobvite',
    summary: 'Career sites on Jobvite, by search and pages with JobPosting.',
    evidence: {
      requests: ['GET jobs.jobvite.com/{board}/search[?p={page}]', 'GET jobs.jobvite.com/{board}/job/{id}'],
      access: 'page',
      robots: null,
      basis: [
        'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/jobvite.py, measured on 517 companies)',
        'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/jobvite.py)',
      ],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms: publicPages,
    addresses: [
      'jobs.jobvite.com/careers/{board}',
      { address: 'jobs.jobvite.com/{board}', except: ['careers', 'support', '__assets__'] },
    ],
    board: { origin: 'https://jobs.jobvite.com' },
    own: { name: 'board', schema: boardNameIn('jobs.jobvite.com/BOARD') },
    // The front page and /jobs of many sites list only some postings, or none.
    siteOf: (origin, name) => ({
      pages: [`${origin}/${name}/search`],
      jobLinks: `a[href*="/${name}/job/"]`,
      nextLink: 'a.jv-pagination-next',
      jobFields: { title: 'h2.jv-header', description: '.jv-job-detail-description' },
      render: 'never',
    }),
    // A company that has left Jobvite.
    elsewhere: 'invalid=1',
  },
];

/** Kinds read like a `site`, with their own settings. One page per posting takes longer than a minute. */
export const siteKinds: readonly SourceKind[] = presets.map(presetKind);
