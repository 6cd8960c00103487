import { z } from 'zod';
import type { Redact } from '../../shared/secrets/redact.js';
import { companySizes } from '../../shared/words/company-sizes.js';
import { industryPattern, longestIndustry } from '../../shared/words/industry.js';
import type { AddressRule, KindEvidence, PageMark, RequestCost } from './kind-facts.js';
import type { Posting } from './posting.js';

/**
 * Why a source could not be read; `worker/collect/protect/source-cooldown.ts` derives the cooldown from it. `robots`: robots.txt could not
 * be read; `forbidden`: it does not allow reading.
 */
export type SourceFailure =
  | 'refused'
  | 'blocked'
  | 'rate-limited'
  | 'timeout'
  | 'unreachable'
  | 'certificate'
  | 'broken'
  | 'gone'
  | 'changed'
  | 'unsafe'
  | 'too-large'
  | 'unreadable'
  | 'stalled'
  | 'robots'
  | 'forbidden'
  | 'browser';

/** A failure of a source. `message` is the sentence that responses show in `sources[].detail`. */
export class SourceError extends Error {
  override readonly name = 'SourceError';

  constructor(
    readonly failure: SourceFailure,
    message: string,
    /** The source's own Retry-After, in seconds. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}

/** A reading has exceeded its CPU time: nothing further of it is read. */
export class ReadingOverBudget extends SourceError {
  constructor(left: string) {
    super('unreadable', `Reading it took more processor time than its length allows; ${left} not read.`);
  }
}

/** The error for a response of unknown form: says on one line what was expected and what was received. */
export function sourceChanged(expected: string, came: string): SourceError {
  return new SourceError('changed', `Expected ${expected}, got ${came.replace(/[\s\p{Cc}]+/gu, ' ').trim()}.`);
}

/** Defaults for settings that a source does not set. */
export const sourceDefaults = {
  perMinute: 60,
  concurrency: 2,
  maxPages: 50,
  maxJobs: 5000,
  /** Callers limit how long they wait for a search; this timeout only ends collections that would never end. */
  timeoutSeconds: 300,
} as const;

/**
 * How requests are sent to a host: requests per minute, concurrent requests and, if configured, the proxy and the
 * token's owner.
 */
export function paceOf(source: Source): {
  perMinute: number;
  concurrency: number;
  proxyUrl?: string | undefined;
  login?: Login | undefined;
  permitted?: string | undefined;
} {
  const { settings } = source;
  return {
    proxyUrl: settings.proxyUrl,
    login: loginOf(source),
    permitted: permittedOf(source),
    perMinute: settings.perMinute ?? sourceDefaults.perMinute,
    concurrency: settings.concurrency ?? sourceDefaults.concurrency,
  };
}

/** The owner of the token sent with a source's requests, and the origin that receives it. */
export type Login = { client: OAuthClient; origin: string };

/** The login of a source’s requests; absent = none. */
export function loginOf({ kind, settings }: Source): Login | undefined {
  const client = kind.oauth?.(settings) ?? settings.oauth;
  const url = client === undefined ? undefined : kind.requests(settings, {})[0]?.url;
  return client === undefined || url === undefined || !URL.canParse(url)
    ? undefined
    : { client, origin: new URL(url).origin };
}

/**
 * The origin whose owner permits reading the source, whatever its robots.txt says: by giving each reader a key, or as
 * the operator states in `allowed`. Absent = robots.txt decides.
 */
export function permittedOf({ kind, settings }: Source): string | undefined {
  if (kind.keyed !== true && settings.allowed === undefined) return undefined;
  const url = kind.requests(settings, {})[0]?.url ?? '';
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/** The company of a source's board, according to its settings; `null` = not named. */
export const namedCompany = ({ settings }: Source): string | null =>
  'companyName' in settings && typeof settings.companyName === 'string' ? settings.companyName : null;

/** The most listing pages and postings that one collection reads. */
export function extentOf({ settings }: Source): { maxPages: number; maxJobs: number } {
  return {
    maxPages: settings.maxPages ?? sourceDefaults.maxPages,
    maxJobs: settings.maxJobs ?? sourceDefaults.maxJobs,
  };
}

/** Timeout of one collection, in seconds. */
export function collectSecondsOf({ settings }: Source): number {
  return settings.timeoutSeconds ?? sourceDefaults.timeoutSeconds;
}

/** Query fields that a source's own search can apply. A collection is keyed by its source and the values of these fields. */
export const narrowFields = ['keyword', 'location'] as const;
export type NarrowField = (typeof narrowFields)[number];
export type Narrow = Partial<Record<NarrowField, string>>;

/** Whether a collection contains only postings that match a caller's query, as opposed to the full board. */
export const isNarrowed = (narrow: { readonly [Field in NarrowField]?: string | undefined }): boolean =>
  Object.values(narrow).some((value) => value !== '');

/** When a page is rendered in Chromium: `auto` = only when the HTTP response contains nothing readable. */
export const renderModes = ['auto', 'always', 'never'] as const;
type RenderMode = (typeof renderModes)[number];

/** The maximum of the `timeoutSeconds` setting. */
export const longestCollectionSeconds = 600;

/** Settings common to all kinds. Kinds extend this object with their own. */
export const commonSettings = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Lower-case letters, digits and dashes, at most 40.')
    .describe('Name of the source in answers; unique in the file.'),
  kind: z.string(),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Another host than the kind’s own.'),
  freshSeconds: z.int().min(10).max(604_800).optional().describe('How long a collection is fresh.'),
  maxPages: z.int().min(1).max(10_000).optional().describe('Maximum listing pages per collection.'),
  maxJobs: z.int().min(1).max(100_000).optional().describe('Maximum postings per collection.'),
  perMinute: z.int().min(1).max(60_000).optional().describe('Requests a minute to one host, from all workers.'),
  concurrency: z.int().min(1).max(64).optional().describe('Concurrent requests to one host, from all workers.'),
  timeoutSeconds: z.int().min(1).max(longestCollectionSeconds).optional().describe('Time limit of a collection.'),
  userAgent: z.string().min(1).max(300).optional().describe('Replaces the service’s User-Agent.'),
  proxyUrl: z
    .url({
      protocol: /^https?$/,
      error: 'A proxy is written http://HOST:PORT or https://HOST:PORT; SOCKS proxies are not supported.',
    })
    .optional()
    .meta({
      secret: true,
      description:
        // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how operators write it.
        'Proxy for this source, http(s)://user:password@host:port, instead of HTTPS_PROXY or HTTP_PROXY; write it as "${PROXY_URL}".',
    }),
  oauth: z
    .strictObject({
      tokenUrl: z.url({ protocol: /^https?$/ }),
      clientId: z.string().min(1).max(500),
      clientSecret: z.string().min(1).max(500),
      scope: z.string().min(1).max(500).optional(),
    })
    .optional()
    .meta({
      secret: true,
      description:
        // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how operators write it.
        'OAuth 2 client credentials: `{ "tokenUrl": …, "clientId": "${NAME}", "clientSecret": "${NAME}", "scope": … }`. The token is renewed when it expires, and sent only to the host of the source’s first request.',
    }),
  industry: z
    .string()
    .max(longestIndustry)
    .regex(industryPattern, `At most ${longestIndustry} characters, without commas and quotation marks.`)
    .optional()
    .describe('Industry of the board’s company (`company.industry` of its jobs).'),
  size: z.enum(companySizes).optional().describe('Its number of employees (`company.size`).'),
  website: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .optional()
    .describe('Its website: `company.url` of postings that state none.'),
  allowed: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Who allowed reading it although robots.txt forbids it, and when: "by the owner, 2026-11".'),
  paused: z.boolean().optional().describe('Neither read nor searched while it stays in the file.'),
});
export type CommonSettings = z.infer<typeof commonSettings>;

/** A client's credentials for an interface that requires a token (RFC 6749 §4.4). */
export type OAuthClient = NonNullable<CommonSettings['oauth']>;

/**
 * The place of a list in a JSON answer: a member of the outermost object, or the outermost array (`null`). `beside`:
 * other members of the object needed for parsing an entry.
 */
export type ListPlace = { member: string | null; beside?: readonly string[] };

/** A folder on a mail server. `security`: TLS from the first byte, after STARTTLS, or none. */
export type ImapMailbox = {
  host: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
  user: string;
  password: string;
  folder: string;
};

/** Mails to read: those of `days`, the newest `most` of them, from a mail server or from a folder of files. */
export type MailPlace = { days: number; most: number } & (
  | ({ from: 'server' } & ImapMailbox)
  | { from: 'folder'; files: string }
);

/** One request of a source. */
export type PageRequest = {
  url: string;
  /** A listing counts against `maxPages`, a detail against `maxJobs`. */
  role: 'listing' | 'detail';
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** The expected format: sets `Accept`; only a page may be rendered. */
  accept: 'json' | 'xml' | 'page';
  render?: RenderMode;
  /**
   * The list of postings in a JSON answer, so that one beyond `fetchLimits.bodyBytes` can be parsed in parts: each part
   * is an answer of the same form with some of the entries.
   */
  list?: ListPlace;
  /** Mails to read instead of a page; `url` then only names their location. */
  mails?: MailPlace;
  /** The posting as its listing described it: used when its own page cannot be read. */
  listed?: Posting;
  /** Plain data passed through to `parse`, such as a posting's entry in the list. */
  memo?: unknown;
  /** Requested instead when the server refuses this request or finds nothing; boards' interfaces differ. */
  otherwise?: PageRequest;
};

/** A request for JSON, by default of a listing. */
export const jsonAt = (url: string, others: Partial<PageRequest> = {}): PageRequest => ({
  url,
  role: 'listing',
  accept: 'json',
  ...others,
});

/** A request for a page that is read without scripts, by default of a listing. */
export const pageAt = (url: string, others: Partial<PageRequest> = {}): PageRequest => ({
  url,
  role: 'listing',
  accept: 'page',
  render: 'never',
  ...others,
});

/** The result of a page that only leads to a listing. */
export const leadingTo = (...follow: PageRequest[]): ParsedPage => ({ postings: [], follow, isIndex: true });

/** The restrictions of a page's owner: against listing the page in a search, or keeping a copy of it. */
export type RobotsDirectives = { noindex: boolean; noarchive: boolean };

/** The response to a request; its status is 2xx and it is within all limits. */
export type PageResponse = {
  /** The address after redirects. */
  url: string;
  contentType: string;
  /** The decoded body; for a rendered page, its DOM as HTML. */
  body: string;
  rendered: boolean;
  /** Further bodies of the same form, if the answer is read in parts (`PageRequest.list`); iterable once. */
  further?: AsyncIterable<string>;
  /** The hash of everything its parsing depends on; absent = it cannot be compared with a later response. */
  hash?: string;
  /** Directives of the page's owner: postings of a page with noindex or noarchive are not stored. Absent = none. */
  robots?: RobotsDirectives;
};

/** A response whose body may still be bytes (worker/fetch/decode-page.ts), as its parsing thread receives it. */
export type ReceivedPage = Omit<PageResponse, 'body'> & { body: string | Uint8Array };

/** The result of parsing one response. */
export type ParsedPage = {
  postings: Posting[];
  /** Further requests: next pages, details. Each address is requested once. */
  follow: PageRequest[];
  /** The page only leads to the listing: without postings it does not end the paging. */
  isIndex?: boolean;
  /** The page contains nothing readable without scripts: render it if the request allows. */
  needsBrowser?: boolean;
  /** The source has more postings than it returns (an interface that ends at 2,000). */
  truncated?: boolean;
  /** Sentences about unreadable parts (a broken JSON-LD block, a posting without a title). */
  flaws?: string[];
  /** Ids of postings whose pages state that they are closed: their openings close at once. */
  closed?: string[];
  /** Ids that unreadable postings may have: openings with such an id keep their last known state. */
  unread?: string[];
  /** Postings not stored because their owner forbids it (`PageResponse.robots`). Set by the crawl. */
  withheld?: number;
  /** The postings are already within `postingBounds`. Set by the parsing thread. */
  isBounded?: boolean;
  /** The hash of each posting (`worker/sources/posting.ts`). Set by the parsing thread. */
  hashes?: string[];
  /** Sentences that may explain why a source yields nothing (a sitemap without job pages). */
  doubts?: string[];
};

/** The meaning of a posting's absence from a complete listing (`SourceKind.absence`). */
export type AbsenceMeaning = 'closed' | 'uncertain' | 'unknown' | 'newest';

/**
 * A kind of source: its capabilities as data, its requests and the parsing of responses as pure functions. `parse` throws
 * `sourceChanged()` for a response of unknown shape and never treats it as "no jobs".
 */
export type SourceKind<Settings extends CommonSettings = CommonSettings> = {
  kind: string;
  /** One sentence for `sources -- kinds` and docs/reference/sources.md. */
  summary: string;
  /** The evidence for its requests and answers. */
  evidence: KindEvidence;
  /** The owner's terms for automated access, in one sentence. */
  terms: string;
  /** The cost of reading it, in requests. */
  cost: RequestCost;
  settings: z.ZodType<Settings>;
  /** Fields that this source's own search applies, given its settings. */
  narrows(settings: Settings): readonly NarrowField[];
  /** The pool in which a collection starts. */
  pool(settings: Settings): 'http' | 'browser';
  requests(settings: Settings, narrow: Narrow): PageRequest[];
  parse(response: PageResponse, request: PageRequest, settings: Settings): ParsedPage;
  /**
   * The meaning of a posting's absence from a complete listing: it closed (the default); perhaps a page was misread, so
   * that only several readings are conclusive (`uncertain`); nothing, since the source lists only the newest
   * (`unknown`); or only its own page shows whether it is still there (`newest`).
   */
  absence?: AbsenceMeaning | ((settings: CommonSettings) => AbsenceMeaning);
  /** The addresses of its boards and postings, and those its embeds and interfaces use (worker/recognise). */
  addresses?: readonly AddressRule[];
  /** The marks of its boards on a company's own host. */
  pageMarks?: readonly PageMark[];
  /** The credentials for a token from its interface; by default those of the setting `oauth`, if any. */
  oauth?(settings: Settings): OAuthClient;
  /** Its owner gives each reader a separate key or name, which is the owner's permission to read it (`permittedOf`). */
  keyed?: true;
  /** The attribution required by the owner, if any; shown with the source. */
  attribution?: string;
  /** Defaults of the kind for common settings (Remotive: four fetches a day). */
  defaults?: Partial<Omit<CommonSettings, 'id' | 'kind'>>;
};

type Usual = 'narrows' | 'pool';

/**
 * Checks a kind's functions against its settings type and erases that type, so that all kinds fit in one list. By
 * default a kind narrows by no field and begins in the HTTP pool.
 */
export function defineKind<Settings extends CommonSettings>(
  kind: Omit<SourceKind<Settings>, Usual> & Partial<Pick<SourceKind<Settings>, Usual>>,
): SourceKind {
  const whole: SourceKind<Settings> = { narrows: () => [], pool: () => 'http', ...kind };
  return whole;
}

/**
 * One source of the operator's file, with settings validated by its kind. `secrets` are the values of its settings that
 * no message may contain; `redact` removes them.
 */
export type Source = {
  id: string;
  kind: SourceKind;
  settings: CommonSettings;
  secrets: readonly string[];
  redact: Redact;
  /** The source is neither read nor searched. */
  isPaused?: boolean;
};
