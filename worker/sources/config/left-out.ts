/** A service that no kind reads: why, and where that is written. */
export type LeftOut = { name: string; reason: string; source: string };

/** Job services that were looked at and are not read, for docs/reference/sources.md. */
export const leftOut: readonly LeftOut[] = [
  {
    name: 'LinkedIn',
    reason:
      'The user agreement (8.2) forbids software, scripts and robots that read the service. Your own alerts can be read as `mailbox`.',
    source: 'https://www.linkedin.com/legal/user-agreement',
  },
  {
    name: 'Indeed, Glassdoor',
    reason: 'Their terms forbid automated access. Your own alerts can be read as `mailbox`.',
    source: 'https://www.indeed.com/legal, https://www.glassdoor.com/about/terms/',
  },
  {
    name: 'Bundesagentur für Arbeit (Germany)',
    reason: 'The terms of use forbid robots and reading for collecting data; partners get the offers by agreement.',
    source: 'https://www.arbeitsagentur.de/en/terms-of-use',
  },
  {
    name: 'Find a Job, NHS Jobs, Civil Service Jobs (United Kingdom)',
    reason: 'No interface for reading is published; access is by written agreement.',
    source: 'https://www.api.gov.uk/dwp/, https://www.nhsbsa.nhs.uk/about-nhs-jobs/nhs-jobs-integration-and-benefits',
  },
  {
    name: 'Hireology',
    reason:
      'No public interface or feed for reading a company’s jobs is documented; its API is for customers and partners with a key. A careers page on it that states JobPosting can be read as `site`.',
    source: 'https://hireology.com, https://docs.unified.to/integrations/hireology.md (an access token)',
  },
  {
    name: 'NAV (Norway)',
    reason:
      'The feed is a log of changes since it began, without a list of what is open, and must be followed from its start; the terms demand that withdrawn ads disappear at once.',
    source: 'https://navikt.github.io/pam-stilling-feed/',
  },
  {
    name: 'Työmarkkinatori (Finland)',
    reason: 'The interface needs a registration, whose terms each operator accepts, and a key.',
    source: 'https://tyomarkkinatori.fi/ohjeet-ja-tuki/rajapinnat/tyopaikkailmoitusten-rajapinnat',
  },
  {
    name: 'Jobnet (Denmark)',
    reason:
      'The documented web service for ads (JobAD, SOAP) needs credentials that the agency STAR gives on application.',
    source: 'https://starwiki.atlassian.net/wiki/spaces/FYS/pages/1638412/Jobnet+Services',
  },
  {
    name: 'VDAB (Flanders)',
    reason: 'The interface needs an approved partnership and a signed agreement.',
    source: 'https://extranet.vdab.be/api-center-excellence-coe/vacatures-ophalen-met-de-vacatures-api',
  },
  {
    name: 'Careerjet',
    reason:
      'The interface demands the address and the browser of the person whose search it answers (user_ip, user_agent), so that it cannot be read in the background.',
    source: 'https://www.careerjet.com/partners/api/',
  },
  {
    name: 'BrassRing, Dayforce',
    reason:
      'What their career sites load is refused to requests that are not those of a browser’s session. A careers page that states JobPosting can be read as `site`.',
    source: 'https://www.infinitetalent.com, https://www.dayforce.com',
  },
  {
    name: 'recruiter.co.kr (Korea)',
    reason:
      'The robots.txt of the interface that its career sites load forbids everything, and their pages hold no postings.',
    source: 'https://api-recruiter.recruiter.co.kr/robots.txt',
  },
  {
    name: 'MokaHR',
    reason: 'What its career sites load is encrypted. A careers page that states JobPosting can be read as `site`.',
    source: 'https://www.mokahr.com',
  },
  {
    name: 'Notion',
    reason:
      'Published pages are drawn by scripts from an interface that is not documented; the documented one reads only what a workspace shares with an integration, with its key.',
    source: 'https://developers.notion.com',
  },
];
