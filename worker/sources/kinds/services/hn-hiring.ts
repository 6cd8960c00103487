import { decodeHTML } from 'entities';
import { z } from 'zod';
import { postingBounds } from '../../../normalise/bound-posting.js';
import { answerOf, type Members } from '../../parse/members.js';
import { companyNamed, emptyPosting, listOf, type Posting, payWith, placeText } from '../../posting.js';
import { commonSettings, defineKind, jsonAt, type PageRequest, sourceChanged } from '../../source.js';

/** Reads a comment of "Who is hiring?" by its convention: a first line "Company | Role | Place | …", with the parts after the company in any order. */

const roleNouns =
  'engineers?|engineering|developers?|programmers?|designers?|managers?|scientists?|analysts?|architects?|leads?|directors?|founders?|head of|marketers?|researchers?|recruiters?|writers?|specialists?|advocates?|consultants?|administrators?|devops|sres?|swes?|sdets?|qa|full[- ]?stack|front[- ]?end|back[- ]?end|interns?|internships?|ct[oa]|vp|evangelists?|strategists?|technicians?|coordinators?|accountants?|testers?|apprentices?|postdocs?|physicists?|economists?|copywriters?|producers?|animators?|editors?';
const role = new RegExp(`(?<![\\p{L}-])(?:${roleNouns})(?![\\p{L}-])`, 'iu');
const workplace = /\b(?:remote|on[- ]?site|hybrid|in[- ](?:office|person)|wfh)\b/i;
const contract = /\b(?:full[- ]?time|part[- ]?time|contract(?:or)?|freelance|permanent|interns?|internships?)\b/i;
const pay = /[$€£]\s?\d|\b\d[\d.,]{0,15}\s?k\b/i;
/** Parts that state something other than a role or a place. */
const besides =
  /https?:|@|\b(?:visas?|sponsor\w*|relocat\w+|equity|benefits|h-?1-?b'?s?|bonus|series [a-e]|yc ?[swfx]\d\d)\b|(?<![\w-])[\w-]+\.(?:com|io|ai|org|dev|net|co)\b/i;
/** Job seekers, quotations and replies. */
const noOffer =
  /^\W*(?:seeking (?:work|freelancer)|i(?:'|’)?m an? |i am an? |hi,? i(?:'|’)?m |location:|willing to relocate|résumé|resume)|^\s*>/i;
const sentence = /\b(?:we|you|your|our|us|i|are|is|will|join|please|apply)\b|\p{L}{3}\.\s/iu;

/** Time zones show where remote workers live, but are not places. */
const zone = /\(?\b(?:UTC|GMT)\s*[+-]?\s*\d*[^)|,;]*\)?/gi;
/** Words for the workplace and the contract at either end of a role or a place. */
const remarks =
  /^(?:(?:on[- ]?site|remote|hybrid|full[- ]?time|part[- ]?time)[\s,:-]+)+(?=\p{L})|(?<![\s,(–-])[\s,(–-]+(?:on[- ]?site|remote|hybrid)(?: only| ok)?\)?$/giu;
const workplaceAlone =
  /\b(?:remote|on[- ]?site|hybrid|in[- ](?:office|person)|wfh|fully|100%|partly|ok|okay|only|possible|or|and|friendly|first|preferred|allowed|\d days?)\b/gi;

/** Lines of a comment searched for a role, characters read of each, and of a line that may be a role by itself. */
const bounds = { lines: 40, line: 1000, role: 140 };

/** A first-level comment as a posting; `null` when it does not follow the convention, as replies and seekers of work do not. */
export function readHiringComment({ id, html, at }: { id: string; html: string; at: string | null }): Posting | null {
  const written = html
    .slice(0, postingBounds.description)
    .split(/<p>|\n/i, bounds.lines)
    .map((line) => line.slice(0, bounds.line))
    .filter((line) => /[\p{L}\d]/u.test(plain(line)));
  const [first = '', ...below] = written.map(plain);
  const [company, ...others] = partsOf(first);
  if (company === undefined || others.length === 0 || noOffer.test(first)) return null;
  const stated = others.filter(isRole);
  const roles = stated.length > 0 ? stated : below.map(listed).filter(isRole).slice(0, 1);
  const title = roles[0] ?? `Open roles at ${nameOf(company)}`;
  const facts = others.filter((part) => !stated.includes(part));
  const places = facts.filter((part) => ![contract, pay, besides].some((sign) => sign.test(part)));
  const sum = facts.find((part) => pay.test(part));
  return {
    ...emptyPosting(title.replace(remarks, '').trim(), `https://news.ycombinator.com/item?id=${id}`),
    sourceJobId: id,
    company: companyNamed(nameOf(company), { url: addressIn(written[0] ?? '') }),
    places: placeText(...places.map((part) => part.replace(zone, ' ').trim()).filter(namesPlace)),
    remoteRegions: places.filter((part) => !namesPlace(part.replace(zone, ' '))).flatMap(zonesOf),
    workplace: [...facts.filter((part) => workplace.test(part)), ...listOf(workplace.exec(title)?.[0])],
    jobType: facts
      .filter((part) => contract.test(part))
      .flatMap((part) => part.split(/ or |[,/] ?/i))
      .filter((part) => contract.test(part)),
    salary: sum === undefined ? null : payWith({ text: sum }),
    postedAt: at,
    descriptionHtml: html,
    tags: roles.slice(1),
  };
}

/** The parts of a first line: between bars, or in a short line without any between dashes. */
function partsOf(line: string): string[] {
  const dashed = line.length <= bounds.role ? line.split(/ (?:--?|[–—•·]) /) : [];
  const parts = line.includes('|') ? line.split('|') : dashed;
  return parts.map((part) => part.trim()).filter((part) => /[\p{L}\d]/u.test(part));
}

const isRole = (part: string): boolean =>
  role.test(part) &&
  part.length <= bounds.role &&
  ![pay, besides, sentence].some((sign) => sign.test(part)) &&
  !/^(?:full|part)[- ]?time\b/i.test(part);

/** A list item, up to its description: "* Rust Developer (Oslo): builds …". */
const listed = (line: string): string =>
  line
    .replace(/^[^\p{L}]{1,6}/u, '')
    .split(/[:(–—]| - /, 1)[0]
    ?.trim() ?? '';

const namesPlace = (part: string): boolean => /\p{L}/u.test(part.replace(workplaceAlone, ' '));

const zonesOf = (part: string): string[] => (part.match(zone) ?? []).map((text) => text.replace(/[()]/g, '').trim());

const plain = (html: string): string =>
  decodeHTML(html.replace(/<[^<>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

/** The company's own address: the first link of the first line. */
function addressIn(html: string): string | null {
  const link = /<a\s[^<>]*?href="([^"<>]+)"/i.exec(html)?.[1];
  return link === undefined ? (/https?:\/\/[^\s|)<]+/i.exec(plain(html))?.[0] ?? null) : decodeHTML(link);
}

/** A name without the address next to it. */
function nameOf(text: string): string {
  const name = text.replace(/\([^()]*\)|https?:\S+/g, (remark) => (/[.:]/.test(remark) ? '' : remark)).trim();
  return name === '' ? text : name;
}

const settings = commonSettings.extend({ kind: z.literal('hn-hiring') });

const pageSize = 200;

const origin = 'https://hn.algolia.com';

/** The subject of a request: the list of threads, or a page of one thread's comments. */
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
    jsonAt(`${baseUrl}/api/v1/search_by_date?tags=story,author_whoishiring&hitsPerPage=10`, { memo: threads }),
  ],
  parse(response, request, { baseUrl = origin }) {
    const answer = answerOf(response);
    const hits = answer.list('hits').map((hit) => answer.item(hit));
    if (request.memo === threads) return { postings: [], follow: [commentsRequest(baseUrl, newestThread(hits), 0)] };
    const page = answer.count('page');
    const more = page + 1 < answer.count('nbPages');
    const thread = String(request.memo);
    return { ...readComments(hits, thread), follow: more ? [commentsRequest(baseUrl, thread, page + 1)] : [] };
  },
});

function commentsRequest(baseUrl: string, thread: string, page: number): PageRequest {
  const url = `${baseUrl}/api/v1/search_by_date?tags=comment,story_${thread}&hitsPerPage=${pageSize}&page=${page}`;
  // The list of threads is a listing without postings, which ends a crawl; so a thread's first page is requested as a detail.
  return jsonAt(url, { role: page === 0 ? 'detail' : 'listing', memo: thread });
}

/** The threads are sorted newest first and include "Freelancer?" and "Who wants to be hired?". */
function newestThread(hits: readonly Members[]): string {
  const story = hits.find((hit) => /who is hiring/i.test(hit.text('title') ?? '') && hit.text('objectID') !== null);
  if (story !== undefined) return story.needed('objectID');
  throw sourceChanged('a story "Who is hiring?"', JSON.stringify(hits[0]?.raw ?? null).slice(0, 80));
}

/** Replies to an offer are not offers; a deleted comment has no text. */
function readComments(hits: readonly Members[], thread: string): { postings: Posting[]; flaws: string[] } {
  const postings: Posting[] = [];
  const flaws: string[] = [];
  let strange = 0;
  for (const comment of hits) {
    const [id, html] = [comment.text('objectID'), comment.text('comment_text')];
    if (id === null) strange += 1;
    else if ((comment.text('parent_id') ?? thread) === thread && html !== null) {
      const posting = readHiringComment({ id, html, at: comment.text('created_at') });
      if (posting !== null) postings.push(posting);
      else flaws.push(`Comment ${id} does not begin with a company, a role and a place.`);
    }
  }
  if (strange > 0 && strange === hits.length)
    throw sourceChanged('comments with objectID and comment_text', JSON.stringify(hits[0]?.raw).slice(0, 80));
  if (strange > 0) flaws.push(`${strange} comments have no objectID.`);
  return { postings, flaws };
}
