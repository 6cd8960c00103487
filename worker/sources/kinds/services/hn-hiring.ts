import { z } from 'zod';
import { coerceText, neededText } from '../../parse/coerce.js';
import { readShape } from '../../parse/read-shape.js';
import { readStated } from '../../parse/read-stated.js';
import type { Posting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest } from '../../source.js';
import { sourceChanged } from '../../source-errors.js';
import { readHiringComment } from './read-hiring-comment.js';

const settings = commonSettings.extend({ kind: z.literal('hn-hiring') });

const pageSize = 200;
const origin = 'https://hn.algolia.com';

const threadsSchema = z.object({ hits: z.array(z.unknown()) });
const pageSchema = threadsSchema.extend({ page: z.number(), nbPages: z.number() });

const storySchema = z.object({ objectID: neededText, title: neededText });
const commentSchema = z.object({
  objectID: neededText,
  comment_text: coerceText,
  created_at: coerceText,
  parent_id: coerceText,
});

/** What a request is for: the list of threads, or a page of one thread's comments. */
const threads = 'threads';

/**
 * Hacker News' monthly "Who is hiring?": the first-level comments of the newest thread.
 * Documented at https://hn.algolia.com/api.
 */
export const hnHiring = defineKind({
  kind: 'hn-hiring',
  summary: 'Hacker News’ monthly "Who is hiring?" thread, by the search API.',
  evidence: {
    requests: [
      'GET hn.algolia.com/api/v1/search_by_date?tags=story,author_whoishiring&hitsPerPage=10',
      'GET hn.algolia.com/api/v1/search_by_date?tags=comment,story_{thread}&hitsPerPage=200&page={page}',
    ],
    access: 'documented',
    robots: null,
    basis: ['https://hn.algolia.com/api', 'https://github.com/santifer/career-ops (providers/hackernews.mjs)'],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public, without a key; at most 10,000 requests an hour.',
  cost: { perRequest: 'varies', details: false },
  defaults: { freshSeconds: 3600, maxPages: 15 },
  addresses: ['news.ycombinator.com/submitted?id=whoishiring', 'hn.algolia.com'],
  settings,
  absence: 'newest',
  requests: ({ baseUrl = origin }) => [
    {
      url: `${baseUrl}/api/v1/search_by_date?tags=story,author_whoishiring&hitsPerPage=10`,
      role: 'listing',
      accept: 'json',
      memo: threads,
    },
  ],
  parse(response, request, { baseUrl = origin }) {
    if (request.memo === threads) {
      const { hits } = readShape(response, threadsSchema, 'an object with a list "hits"');
      return { postings: [], follow: [commentsRequest(baseUrl, newestThread(hits), 0)] };
    }
    const { hits, page, nbPages } = readShape(response, pageSchema, 'an object with hits, page and nbPages');
    const thread = String(request.memo);
    return {
      ...readComments(hits, thread),
      follow: page + 1 < nbPages ? [commentsRequest(baseUrl, thread, page + 1)] : [],
    };
  },
});

function commentsRequest(baseUrl: string, thread: string, page: number): PageRequest {
  const url = `${baseUrl}/api/v1/search_by_date?tags=comment,story_${thread}&hitsPerPage=${pageSize}&page=${page}`;
  // The list of threads is a listing without postings, which ends a crawl; so a thread's first page is requested as a detail.
  return { url, role: page === 0 ? 'detail' : 'listing', accept: 'json', memo: thread };
}

/** The threads are sorted newest first and include "Freelancer?" and "Who wants to be hired?". */
function newestThread(hits: readonly unknown[]): string {
  for (const hit of hits) {
    const story = storySchema.safeParse(hit);
    if (story.success && /who is hiring/i.test(story.data.title)) return story.data.objectID;
  }
  throw sourceChanged('a story "Who is hiring?"', JSON.stringify(hits[0] ?? null).slice(0, 80));
}

/** Replies to an offer are not offers; a deleted comment has no text. */
function readComments(hits: readonly unknown[], thread: string): { postings: Posting[]; flaws: string[] } {
  const postings: Posting[] = [];
  const flaws: string[] = [];
  let strange = 0;
  for (const hit of hits) {
    const { value: comment } = readStated(hit, commentSchema);
    if (comment === null) strange += 1;
    else if ((comment.parent_id ?? thread) === thread && comment.comment_text !== null) {
      const posting = readHiringComment({ id: comment.objectID, html: comment.comment_text, at: comment.created_at });
      if (posting !== null) postings.push(posting);
      else flaws.push(`Comment ${comment.objectID} does not begin with a company, a role and a place.`);
    }
  }
  if (strange > 0 && strange === hits.length)
    throw sourceChanged('comments with objectID and comment_text', JSON.stringify(hits[0]).slice(0, 80));
  if (strange > 0) flaws.push(`${strange} comments have no objectID.`);
  return { postings, flaws };
}
