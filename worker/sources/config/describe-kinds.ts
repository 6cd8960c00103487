import { z } from 'zod';
import type { KindEvidence } from '../kind-facts.js';
import { changedShare, laterShare } from '../request-cost.js';
import { commonSettings, type SourceKind } from '../source.js';
import { sourceDefaults } from '../source-limits.js';
import { leftOut } from './left-out.js';

/** One setting of a kind, read from its schema. */
export type SettingRow = { name: string; required: boolean; fallback: string | null; about: string; secret: boolean };

type Property = { description?: string; default?: unknown; const?: unknown; secret?: boolean };

/** The settings of a kind, its own first; common settings are included only with `common`. */
export function settingsOf(kind: SourceKind): SettingRow[] {
  const shared = new Set(Object.keys(commonSettings.shape));
  return rowsOf(kind.settings).filter(({ name }) => !shared.has(name));
}

/** The settings common to all kinds. */
export function commonRows(): SettingRow[] {
  const usual: Readonly<Record<string, number | undefined>> = sourceDefaults;
  return rowsOf(commonSettings)
    .filter(({ name }) => name !== 'kind')
    .map((row) => ({ ...row, fallback: row.fallback ?? usual[row.name]?.toString() ?? null }));
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

/** What a first and a later reading of a board of a kind cost, as sentences. */
function costOf({ cost }: SourceKind): string {
  const listing =
    cost.perRequest === 'all'
      ? 'one for the whole board'
      : cost.perRequest === 'varies'
        ? 'one for each page of its listing'
        : `one for every ${cost.perRequest} postings`;
  if (!cost.details) return `${listing}.`;
  const share = laterShare(cost);
  const later = share === null ? '' : ` A later reading: ${(share * 100).toFixed(1)} % of these.`;
  const reason = cost.pageLimit === undefined ? '' : ` ${cost.pageLimit}`;
  return `${listing}, and one for each new or changed posting.${later}${reason}`;
}

const countOf = (kinds: readonly SourceKind[], recording: KindEvidence['recording']): number =>
  kinds.filter(({ evidence }) => evidence.recording === recording).length;

const accesses: Record<KindEvidence['access'], string> = {
  documented: 'a documented interface or format',
  page: 'pages for everybody',
  undocumented: 'an interface that a public page loads',
};
const recordings: Record<KindEvidence['recording'], string> = {
  read: 'A recorded answer of a real board was read right',
  'in part': 'A recorded answer of a real board was read right in part',
  none: 'No recorded answer was found',
};

/** How the requests of a kind are known, in lines. */
function evidenceOf({ evidence, keyed }: SourceKind): string[] {
  const { requests, access, robots, basis, compared, recording } = evidence;
  const permission = keyed === true ? ', with a key of the reader’s own' : '';
  return [
    `- Requests: ${requests.map((request) => `\`${request}\``).join(', ')}: ${accesses[access]}${permission}.`,
    `- robots.txt: ${robots}`,
    `- Known from: ${basis.join(', ')}. Compared on ${compared}. ${recordings[recording]}.`,
  ];
}

/** What decides whether a kind is read, for docs/reference/sources.md. */
const accessPolicy = `Three cases differ: a documented interface or format that its owner offers for reading; pages that are meant for everybody, with the data in them; and an interface that a public page loads and nobody documents.

1. robots.txt decides in all three (RFC 9309): of the board's own host, once a day. A board that it forbids is said to be forbidden, does not count as failing, costs one request a day, and is left out of the catalogue by \`sources check --catalogue --prune\`.
2. Where the interface is forbidden but the pages are not, the pages are read (SmartRecruiters, Remotive).
3. An owner who gives each reader a key or a name of their own permits reading by it, within its terms: such an interface is read whatever robots.txt says to crawlers. Its crawl delay counts all the same.
4. An operator whom the owner of a board allows to read it states so in the source: \`"allowed": "by the owner, 2026-11"\`. The doctor and the operator's page show it.
5. A service whose terms forbid automated access is not read at all (below).
6. A kind is kept while documentation of its owner, a recorded answer of a real board, or two independent public implementations show what it reads. \`npx job-search sources check --kinds\` tests one board of every kind.`;

/** Generates docs/reference/sources.md from the kinds. */
export function sourcesDocument(kinds: readonly SourceKind[]): string {
  const list = (rows: readonly SettingRow[]) =>
    rows.map(({ name, required, fallback, about }) => {
      const state = required ? ', needed' : fallback === null ? '' : ` (${fallback})`;
      return `- \`${name}\`${state}: ${about}`;
    });
  const sections = kinds.map((kind) => {
    const defaults = Object.entries(kind.defaults ?? {}).map(([name, value]) => `${name} ${value}`);
    const about = [kind.summary, kind.terms, ...(kind.attribution ? [`Attribution: ${kind.attribution}`] : [])];
    return [
      `### ${kind.kind}`,
      about.join(' '),
      [
        ...list(settingsOf(kind)),
        ...(defaults.length > 0 ? [`- Defaults: ${defaults.join(', ')}.`] : []),
        `- Costs: ${costOf(kind)}`,
        ...evidenceOf(kind),
      ].join('\n'),
    ].join('\n\n');
  });
  return `${[
    '# Sources',
    'Generated by `npx job-search sources document` from the schemas that validate a sources file. A sources file lists the boards to search; `SOURCES` names the file, and `npx job-search sources check FILE` tests it.',
    '```json\n{ "sources": [{ "id": "acme", "kind": "greenhouse", "board": "acme" }] }\n```',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how operators write it.
    'A value written as `"${NAME}"` is read from the environment, which keeps keys out of the file; values of these settings are kept out of messages, logs, metrics and traces ([security](../guides/security.md)). Crawl delays, `X-Robots-Tag` and Retry-After are always obeyed, `robots.txt` as [below](#what-is-read). `perMinute` is a limit: a host that answers slowly is asked less often (the time between two requests nears the time of an answer, divided by `concurrency`), each 429, 503 and time-out doubles that time, up to a minute, and good answers shorten it again.',
    '## What is read',
    accessPolicy,
    '## What every kind takes',
    list(commonRows()).join('\n'),
    '## Kinds',
    `${kinds.length} kinds, each with its settings, its terms for automated access, what reading it takes and how that is known. Of ${countOf(kinds, 'read')} a recorded answer of a real board was read right, of ${countOf(kinds, 'in part')} in part, of ${countOf(kinds, 'none')} none was found. A later reading asks for the listing again, conditionally where the answer has a validator, and for new and changed postings; its share is given for ${changedShare * 100} % of such postings, as the suite measures it (test/worker/sources/walk-kinds.test.ts).`,
    ...sections,
    '## Services that are not read',
    'Looked at, and left out because of their terms or because their interface allows no reading of this kind.',
    leftOut.map(({ name, reason, source }) => `- ${name}: ${reason} (${source})`).join('\n'),
  ].join('\n\n')}\n`;
}
