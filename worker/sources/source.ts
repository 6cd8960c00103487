import { z } from 'zod';
import type { Redact } from '../../shared/secrets/redact.js';
import type { Posting } from './posting.js';

/** Query fields a source can apply itself. A collection is keyed by its source and the values of just these. */
export const narrowFields = ['keyword', 'location'] as const;
export type NarrowField = (typeof narrowFields)[number];
export type Narrow = Partial<Record<NarrowField, string>>;

/** Whether a collection holds only what matches a caller's words, as opposed to the whole board. */
export const isNarrowed = (narrow: { readonly [Field in NarrowField]?: string | undefined }): boolean =>
  Object.values(narrow).some((value) => value !== '');

/** When Chromium reads a page: `auto` = only when the page read by HTTP holds nothing. */
export const renderModes = ['auto', 'always', 'never'] as const;
export type RenderMode = (typeof renderModes)[number];

/** The longest a collection may be allowed, in seconds. */
export const longestCollectionSeconds = 600;

/** Settings every kind takes. Kinds extend this object with their own. */
export const commonSettings = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Lower-case letters, digits and dashes, at most 40.')
    .describe('Name of the source in answers; unique in the file.'),
  kind: z.string(),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Another host to ask instead of the kind’s own.'),
  freshSeconds: z.int().min(10).max(604_800).optional().describe('How long a collection counts as fresh.'),
  maxPages: z.int().min(1).max(10_000).optional().describe('Listing pages read at most for one collection.'),
  maxJobs: z.int().min(1).max(100_000).optional().describe('Postings kept at most from one collection.'),
  perMinute: z.int().min(1).max(60_000).optional().describe('Requests a minute to one host, over all workers.'),
  concurrency: z.int().min(1).max(64).optional().describe('Requests to one host at the same time, over all workers.'),
  timeoutSeconds: z.int().min(1).max(longestCollectionSeconds).optional().describe('How long one collection may take.'),
  userAgent: z.string().min(1).max(300).optional().describe('Sent instead of the service’s own User-Agent.'),
});
export type CommonSettings = z.infer<typeof commonSettings>;

/** One request a source wants made. */
export type PageRequest = {
  url: string;
  /** What the answer is, for `read`: a listing counts against `maxPages`, a detail does not. */
  role: 'listing' | 'detail';
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** What the answer should be: sets `Accept`; a page is the only thing that may be rendered. */
  accept: 'json' | 'xml' | 'page';
  render?: RenderMode;
  /** What the listing said of a posting whose own page is asked for: stands in its place when that cannot be read. */
  listed?: Posting;
  /** What the asker wants to remember until the answer is read (say, what the list said of a posting). Plain data. */
  memo?: unknown;
};

/** What an owner forbids to be done with a page: listing it in a search, or keeping a copy of it. */
export type RobotsDirectives = { noindex: boolean; noarchive: boolean };

/** What came for an ask: always a 2xx answer within all limits. */
export type PageResponse = {
  /** Where the answer came from, after redirects. */
  url: string;
  contentType: string;
  /** The body as text, decoded. For a rendered page: its DOM as HTML. */
  body: string;
  rendered: boolean;
  /** What its owner forbids to be done with it: what such an answer says of postings is not kept. Absent = nothing. */
  robots?: RobotsDirectives;
};

/** What a source reads out of one answer. */
export type ParsedPage = {
  postings: Posting[];
  /** What to ask next: further pages, details. Already asked addresses are asked once. */
  follow: PageRequest[];
  /** The page holds nothing readable by HTTP: render it, if the ask allows. */
  needsBrowser?: boolean;
  /** What could not be read though it should have been, as sentences (a broken JSON-LD block, a posting without a title). */
  flaws?: string[];
  /** Postings the answer held that are not kept, because its owner forbids it (`Answer.marks`). Set by the walk. */
  withheld?: number;
  /** What explains it should the whole source bring nothing (a sitemap without one job's address), as sentences. */
  doubts?: string[];
};

/**
 * A kind of source: what it can do as data, what it asks and how it reads apart and pure.
 * `read` throws `SourceChanged` when an answer has not the shape it knows, and never reads that as "no jobs".
 */
export type SourceKind<Settings extends CommonSettings = CommonSettings> = {
  kind: string;
  /** One sentence for `sources -- kinds` and docs/sources.md. */
  summary: string;
  /** Where the endpoint or format is documented. */
  documentation: string;
  /** What the owner says of automated access, in one sentence. */
  terms: string;
  settings: z.ZodType<Settings>;
  /** Fields this source applies itself, given its settings. */
  narrows(settings: Settings): readonly NarrowField[];
  /** Where the first collect job goes. */
  pool(settings: Settings): 'http' | 'browser';
  requests(settings: Settings, narrow: Narrow): PageRequest[];
  parse(response: PageResponse, request: PageRequest, settings: Settings): ParsedPage;
  /** The link back the owner asks for, if any; shown with the source. */
  attribution?: string;
  /** Defaults of the kind for common settings (Remotive: four fetches a day). */
  defaults?: Partial<Omit<CommonSettings, 'id' | 'kind'>>;
};

/** Ties a kind's settings type to its functions; kinds of different settings then stand in one list. */
export function defineKind<Settings extends CommonSettings>(kind: SourceKind<Settings>): SourceKind {
  return kind;
}

/**
 * One source of the operator's file, its settings checked by its kind. `secrets` are the values of its settings that no
 * message may contain; `redact` hides them.
 */
export type Source = {
  id: string;
  kind: SourceKind;
  settings: CommonSettings;
  secrets: readonly string[];
  redact: Redact;
};
