import { decodeHTML } from 'entities';
import { z } from 'zod';
import { emptyPosting, type Posting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { looseText, told } from './loose.js';
import { readJson } from './read-json.js';
import { type Ask, commonSettings, defineKind } from './source.js';

const settings = commonSettings.extend({ kind: z.literal('hn-hiring') });

const pageSize = 200;
const origin = 'https://hn.algolia.com';

const storySchema = z.object({ objectID: z.string(), title: z.string() });
const commentSchema = z.object({
  objectID: z.string(),
  comment_text: looseText,
  created_at: looseText,
  parent_id: z.number().nullish(),
  story_id: z.number().nullish(),
});

/**
 * Hacker News' monthly "Who is hiring?": the newest thread, and its first-level comments.
 * Documented at https://hn.algolia.com/api.
 */
export const hnHiring = defineKind({
  kind: 'hn-hiring',
  summary: 'Hacker News’ monthly "Who is hiring?" thread, by its public search API.',
  documentation: 'https://hn.algolia.com/api',
  terms: 'The search API is public, needs no key and is limited to 10,000 requests an hour.',
  defaults: { freshSeconds: 3600, maxPages: 15 },
  settings,
  narrows: () => [],
  wing: () => 'http',
  ask: ({ baseUrl = origin }) => [
    {
      url: `${baseUrl}/api/v1/search_by_date?tags=story,author_whoishiring&hitsPerPage=10`,
      role: 'listing',
      accept: 'json',
      memo: 'threads',
    },
  ],
  read(answer, ask, { baseUrl = origin }) {
    const page = z
      .object({ hits: z.array(z.unknown()), page: z.number().default(0), nbPages: z.number().default(1) })
      .safeParse(readJson(answer));
    if (!page.success) throw sourceChanged('an object with a list "hits"', answer.body.slice(0, 80));
    if (ask.memo === 'threads') {
      const stories = page.data.hits
        .map((hit) => storySchema.safeParse(hit))
        .flatMap(({ success, data }) => (success ? [data] : []));
      const thread = stories.find(({ title }) => /who is hiring/i.test(title));
      if (thread === undefined)
        throw sourceChanged('a story "Who is hiring?"', JSON.stringify(page.data.hits[0] ?? null).slice(0, 80));
      return { postings: [], follow: [commentsAsk(baseUrl, thread.objectID, 0)] };
    }
    const comments = page.data.hits
      .map((hit) => commentSchema.safeParse(hit))
      .flatMap(({ success, data }) => (success ? [data] : []));
    const offers = comments.filter(({ parent_id: parent, story_id: story }) => parent === story);
    const next = page.data.page + 1;
    const thread = String(ask.memo);
    return {
      postings: offers.map(readComment).filter((posting) => posting !== null),
      follow: next < page.data.nbPages ? [commentsAsk(baseUrl, thread, next)] : [],
    };
  },
});

function commentsAsk(baseUrl: string, thread: string, page: number): Ask {
  const url = `${baseUrl}/api/v1/search_by_date?tags=comment,story_${thread}&hitsPerPage=${pageSize}&page=${page}`;
  return { url, role: 'listing', accept: 'json', memo: thread };
}

const role =
  /engineer|developer|designer|manager|scientist|analyst|architect|lead|director|founder|head of|marketer|researcher|recruiter|writer|specialist|devops|sre|swe|full[- ]?stack|front[- ]?end|back[- ]?end|intern/i;
const workplace = /remote|on[- ]?site|hybrid|in[- ]office|wfh/i;
const contract = /full[- ]?time|part[- ]?time|contract|freelance|internship|permanent/i;
const pay = /[$€£]\s?\d|\d\s?k\b/i;
const address = /https?:|\.(?:com|io|ai|org|dev)\b/i;

/** A comment's first line is "Company | Role | Place | …" by custom, in any order; `null` when it is none. */
function readComment({ objectID, comment_text: html, created_at: at }: z.infer<typeof commentSchema>): Posting | null {
  if (html === null) return null;
  const [first = ''] = html.split(/<p>/i);
  const parts = decodeHTML(first.replace(/<[^>]+>/g, ' '))
    .split(/\s*\|\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [company, ...rest] = parts;
  if (company === undefined || rest.length < 2) return null;
  const title =
    rest.find((part) => role.test(part) && !address.test(part)) ??
    rest.find((part) => ![workplace, contract, pay, address].some((sign) => sign.test(part)));
  if (title === undefined) return null;
  const others = rest.filter((part) => part !== title && !address.test(part));
  const places = others.filter((part) => !contract.test(part) && !pay.test(part) && !role.test(part));
  return {
    ...emptyPosting(title.slice(0, 200), `https://news.ycombinator.com/item?id=${objectID}`),
    sourceJobId: objectID,
    company: {
      name: company
        .replace(/\s*\(?https?:\S+|\s*\([^)]*\.(?:com|io|ai|org|dev)[^)]*\)/g, '')
        .trim()
        .slice(0, 120),
      url: null,
      logoUrl: null,
    },
    places: places.map((text) => ({ text, city: null, region: null, country: null })),
    workplace: told(others.find((part) => workplace.test(part))),
    jobType: told(others.find((part) => contract.test(part))),
    salary: ((text) => (text === undefined ? null : { text, min: null, max: null, currency: null, per: null }))(
      others.find((part) => pay.test(part)),
    ),
    postedAt: at,
    descriptionHtml: html,
  };
}
