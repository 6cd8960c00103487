import type { Logger } from '../../shared/logger.js';
import type { SearchSubject } from '../../shared/search/query.js';
import type { Group } from '../match/segment/prepared-collection.js';
import type { Matcher, SearchedRef } from '../shards/matcher.js';
import { onceMoreIfLost } from '../shards/once-more-if-lost.js';

type Context = { matcher: Pick<Matcher, 'match'>; logger: Pick<Logger, 'warn'>; now: () => Date };

/** Jobs of the same title and employer that are looked through. */
const most = 100;

/** Words of a title that are looked for: a keyword has 50 at most. */
const mostWords = 12;

/**
 * When any board first listed an opening (epoch ms): that of its own posting, or of one that searches show it together with.
 * `group`: new postings of one board. One search of the held boards, for its title and employer.
 */
export async function firstHeld(
  { matcher, logger, now }: Context,
  { group, refs }: { group: Group; refs: readonly SearchedRef[] },
): Promise<number> {
  const { job } = group.shown;
  const own = Date.parse(job.firstSeenAt);
  const [title, company] = [phraseOf(job.title), phraseOf(job.company.name ?? '')];
  if (title === '' || company === '') return own;
  const subject = { ...anySearch, keyword: `company:"${company}" title:"${title}"` };
  const question = { refs, subject, now: now() };
  const { jobs } = await onceMoreIfLost(() => matcher.match(question, { depth: most, records: most }), logger);
  const urls = new Set(group.members.map(({ job: { url } }) => url));
  const same = jobs.filter(({ url, alsoOn }) => urls.has(url) || alsoOn.some((other) => urls.has(other.url)));
  return same.reduce((first, { firstSeenAt }) => Math.min(first, Date.parse(firstSeenAt)), own);
}

const anySearch: SearchSubject = {
  ...{ keyword: '', location: '', dateSincePosted: '', salary: '', jobType: '' },
  ...{ remoteFilter: '', experienceLevel: '', sortBy: 'recent' },
};

const phraseOf = (text: string): string =>
  text
    .replace(/["“”„‟«»]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, mostWords)
    .join(' ');
