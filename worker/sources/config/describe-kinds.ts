import { z } from 'zod';
import type { KindEvidence } from '../kind-facts.js';
import { commonSettings, type SourceKind, sourceDefaults } from '../source.js';

/** One setting of a kind, read from its schema. */
export type SettingRow = { name: string; required: boolean; fallback: string | null; about: string; secret: boolean };

type Property = { description?: string; default?: unknown; const?: unknown; secret?: boolean };

/** The settings of a kind, its own first; includes common ones only with `common`. */
export function settingsOf(kind: SourceKind): SettingRow[] {
  const shared = new Set(Object.keys(commonSettings.shape));
  return rowsOf(kind.settings).filter(({ name }) => !shared.has(name));
}

/** The default of a common setting. */
const usualOf = (name: string): number | undefined =>
  (sourceDefaults as Readonly<Record<string, number | undefined>>)[name];

/** The settings common to all kinds. */
export function commonRows(): SettingRow[] {
  return rowsOf(commonSettings)
    .filter(({ name }) => name !== 'kind')
    .map((row) => ({ ...row, fallback: row.fallback ?? usualOf(row.name)?.toString() ?? null }));
}

function rowsOf(schema: z.ZodType): SettingRow[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Property>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    required: required.includes(name),
    fallback: property.default === undefined ? null : JSON.stringify(property.default),
    about: property.description ?? '',
    secret: property.secret ?? false,
  }));
}

/** A request as documented; GET is implied. */
const shown = (request: string): string => `\`${request.replace(/^GET /, '')}\``;

const costs = { all: '1 per board', varies: '1 per listing page' };
const recordings: Record<KindEvidence['recording'], string> = {
  read: ', verified',
  'in part': ', verified in part',
  none: '',
};

/** The requests of a kind, how many a board takes, and the rules for them. */
function requestsOf({ cost: { perRequest, details }, evidence, defaults = {} }: SourceKind): string {
  const { requests, access, robots, basis, recording } = evidence;
  const listing = typeof perRequest === 'number' ? `1 per ${perRequest} postings` : costs[perRequest];
  const own = Object.entries(defaults)
    .filter(([name, value]) => value !== usualOf(name))
    .map(([name, value]) => `${name} ${value}`);
  const documentation = basis.filter((each) => !each.includes('('));
  return [
    `Requests (${[access + recordings[recording], listing + (details ? ', 1 per posting' : ''), ...own].join('; ')}): ${requests.map(shown).join(', ')}.`,
    ...(robots === null ? [] : [`robots.txt: ${robots}`]),
    ...documentation.map((address) => `[Documentation](${address}).`),
  ].join(' ');
}

/** The rules for reading a kind, for docs/reference/sources.md. */
const accessPolicy = `1. robots.txt decides (RFC 9309). It is read once a day from the board's own host. A forbidden board is reported as forbidden, does not count as failing, and costs one request a day. \`sources check --catalogue --prune\` removes it from the catalogue.
2. If the interface is forbidden but the pages are not, the pages are read (SmartRecruiters, Remotive).
3. An owner who gives each reader a key thereby permits reading within its terms, whatever robots.txt says. Its crawl delay still applies.
4. If the owner of a board allows you to read it, say so in the source: \`"allowed": "by the owner, 2026-11"\`. The doctor and the operator's page show it.
5. A service whose terms forbid automated access is [not read](#services-that-are-not-read).
6. A kind needs documentation by its owner, a recorded answer of a real board, or two independent public implementations. \`npx job-search sources check --kinds\` tests one board of every kind.`;

const asList = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** The terms of most kinds, which the document states once. */
export const publicAccess = 'Public, without a key.';

/** Generates docs/reference/sources.md from the kinds. */
export function sourcesDocument(kinds: readonly SourceKind[]): string {
  const list = (rows: readonly SettingRow[]) =>
    rows.map(({ name, required, fallback, about }) => {
      const state = required ? ' (required)' : fallback === null ? '' : ` (${fallback})`;
      return `\`${name}\`${state}: ${about.replace(/, as in (\S+)\.$/, ' ($1).')}`;
    });
  const sections = kinds.map((kind) => {
    const settings = list(settingsOf(kind));
    const about = [
      kind.summary,
      ...(kind.terms === publicAccess ? [] : [kind.terms]),
      ...(kind.attribution ? [`Attribution: ${kind.attribution}`] : []),
    ];
    return [
      `### ${kind.kind}`,
      about.join(' '),
      ...(settings.length > 0 ? [settings.length > 3 ? asList(settings) : settings.join(' ')] : []),
      requestsOf(kind),
    ].join('\n\n');
  });
  return `${[
    '# Sources',
    'Generated by `npx job-search sources document`. A sources file lists the boards to search; `SOURCES` names the file, and `npx job-search sources check FILE` tests it.',
    '```json\n{ "sources": [{ "id": "acme", "kind": "greenhouse", "board": "acme" }] }\n```',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how operators write it.
    'A value `"${NAME}"` is read from the environment. Such values do not appear in messages, logs, metrics or traces ([security](../guides/security.md)). Crawl delays, `X-Robots-Tag` and Retry-After are always obeyed. `perMinute` is a limit: a slow host gets fewer requests (the interval approaches its response time divided by `concurrency`), each 429, 503 and timeout doubles the interval, up to a minute, and good answers shorten it again.',
    '## What is read',
    accessPolicy,
    '## Settings of every kind',
    asList(list(commonRows())),
    '## Kinds',
    `There are ${kinds.length} kinds. Requests are \`documented\` (an interface or format that its owner offers for reading), a \`page\` (public pages that contain the data) or \`undocumented\` (an interface that a public page loads). *Verified*: a recorded answer of a real board is read correctly. Kinds are public and need no key unless stated. Rules of robots.txt are given if known. Numbers of requests are those of a first reading; later ones request the listing, conditionally if possible, and only new and changed postings. Other values are the kind’s own defaults.`,
    ...sections,
    '## Services that are not read',
    leftOut.map(({ name, reason, source }) => `- ${name}: ${reason} (${source})`).join('\n'),
  ].join('\n\n')}\n`;
}

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
