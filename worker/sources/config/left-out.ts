/** A service that no kind reads: why, and where that is stated. */
export type LeftOut = { name: string; reason: string; source: string };

/** Job services that were examined and are not read, for docs/reference/sources.md. */
export const leftOut: readonly LeftOut[] = [
  {
    name: 'LinkedIn',
    reason: 'The user agreement (8.2) forbids automated reading. Use `mailbox` for your own alerts.',
    source: 'https://www.linkedin.com/legal/user-agreement',
  },
  {
    name: 'Indeed, Glassdoor',
    reason: 'Their terms forbid automated access. Use `mailbox` for your own alerts.',
    source: 'https://www.indeed.com/legal, https://www.glassdoor.com/about/terms/',
  },
  {
    name: 'Bundesagentur für Arbeit (Germany)',
    reason: 'The terms forbid robots; partners get the offers by agreement.',
    source: 'https://www.arbeitsagentur.de/en/terms-of-use',
  },
  {
    name: 'Find a Job, NHS Jobs, Civil Service Jobs (United Kingdom)',
    reason: 'Access only by written agreement.',
    source: 'https://www.api.gov.uk/dwp/, https://www.nhsbsa.nhs.uk/about-nhs-jobs/nhs-jobs-integration-and-benefits',
  },
  {
    name: 'Hireology',
    reason: 'The API is only for customers and partners. Use `site` for a careers page with JobPosting.',
    source: 'https://hireology.com',
  },
  {
    name: 'NAV (Norway)',
    reason: 'The feed is a log of all changes without a list of open ads, and withdrawn ads must disappear at once.',
    source: 'https://navikt.github.io/pam-stilling-feed/',
  },
  {
    name: 'Työmarkkinatori (Finland)',
    reason: 'Needs a registration and a key.',
    source: 'https://tyomarkkinatori.fi/ohjeet-ja-tuki/rajapinnat/tyopaikkailmoitusten-rajapinnat',
  },
  {
    name: 'Jobnet (Denmark)',
    reason: 'The web service (JobAD, SOAP) needs credentials from the agency STAR.',
    source: 'https://starwiki.atlassian.net/wiki/spaces/FYS/pages/1638412/Jobnet+Services',
  },
  {
    name: 'VDAB (Flanders)',
    reason: 'Needs an approved partnership and a signed agreement.',
    source: 'https://extranet.vdab.be/api-center-excellence-coe/vacatures-ophalen-met-de-vacatures-api',
  },
  {
    name: 'Careerjet',
    reason: 'Requires the address and browser of each searcher, so it cannot be read in the background.',
    source: 'https://www.careerjet.com/partners/api/',
  },
  {
    name: 'BrassRing, Dayforce',
    reason:
      'Their interfaces refuse requests outside a browser session. Use `site` for a careers page with JobPosting.',
    source: 'https://www.infinitetalent.com, https://www.dayforce.com',
  },
  {
    name: 'recruiter.co.kr (Korea)',
    reason: 'robots.txt of its interface forbids everything, and its pages contain no postings.',
    source: 'https://api-recruiter.recruiter.co.kr/robots.txt',
  },
  {
    name: 'MokaHR',
    reason: 'Its interface is encrypted. Use `site` for a careers page with JobPosting.',
    source: 'https://www.mokahr.com',
  },
  {
    name: 'Notion',
    reason: 'Published pages load an undocumented interface; the documented one needs a key of each workspace.',
    source: 'https://developers.notion.com',
  },
];
