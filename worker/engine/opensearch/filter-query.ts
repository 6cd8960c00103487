import { type AskedPay, readAskedPay } from '../../../shared/search/query/asked-pay.js';
import type { SearchSubject } from '../../../shared/search/query/query.js';
import { companiesIn } from '../../../shared/words/company-names.js';
import { languageNumber } from '../../../shared/words/languages.js';
import { alwaysReposted, labelDays } from '../../../shared/words/seen.js';
import { wordsIn } from '../../../shared/words/word-list.js';
import { hoursOf, type SeenLabel } from '../../../shared/words/words.js';
import { boundsOfPay } from '../../match/rank/filter/pay-filter.js';
import { companyNumber } from '../../match/segment/company-number.js';
import { maskOf, wordBit } from '../../match/segment/word-bits.js';
import { type ClusterQuery, mustMeetAll, mustMeetAny, mustNotMeet } from './cluster-query.js';
import { bitsIn } from './posting-document.js';

/**
 * Queries of the openings that pass the filters of a search (worker/match/rank/filter/filter.ts) but its location. Of postings that are not
 * an opening by themselves more may pass. `now`: epoch ms.
 */
export function filterQueries(query: SearchSubject, now: number): ClusterQuery[] {
  const { dateSincePosted, salary, jobType, remoteFilter, experienceLevel, excludeCompanies, language, label } = query;
  const queries: ClusterQuery[] = [mustNotMeet({ range: { closesAt: { lt: now } } })];
  const having = (field: string, mask: number): void => void queries.push({ terms: { [field]: bitsIn(mask) } });
  if (remoteFilter !== '') having('workplace', maskOf(remoteFilter, wordBit.workplace));
  if (jobType !== '') having('jobType', maskOf(jobType, wordBit.jobType));
  if (experienceLevel !== '') having('level', maskOf(experienceLevel, wordBit.level));
  if (excludeCompanies !== '')
    queries.push(mustNotMeet({ terms: { employer: companiesIn(excludeCompanies).map(companyNumber) } }));
  if (query.company !== undefined) queries.push({ terms: { employer: [companyNumber(query.company)] } });
  if (language !== '') queries.push({ terms: { language: wordsIn(language).map(languageNumber) } });
  if (label !== '') queries.push(labelQuery(wordsIn(label), now));
  if (dateSincePosted !== '')
    queries.push({ range: { latestAt: { gte: now - hoursOf(dateSincePosted) * 3_600_000 } } });
  if (salary !== '') queries.push(payQuery(readAskedPay(salary)));
  return queries;
}

/**
 * Openings with one of some labels (`labelOf`). Of postings that our code joins, any: their label depends on what they are joined
 * with.
 */
function labelQuery(labels: readonly SeenLabel[], now: number): ClusterQuery {
  const since = (field: string, days: number): ClusterQuery => ({ range: { [field]: { gt: now - days * dayMs } } });
  const until = (field: string, days: number): ClusterQuery => ({ range: { [field]: { lte: now - days * dayMs } } });
  const isDated: ClusterQuery = { exists: { field: 'postedAt' } };
  const begunSince = (days: number): ClusterQuery =>
    mustMeetAll([since('firstSeen', days), mustMeetAny([mustNotMeet(isDated), since('postedAt', days)])]);
  const ever = mustMeetAny([
    { range: { reposted: { gte: alwaysReposted } } },
    until('firstSeen', labelDays.alwaysOpen),
  ]);
  const again: ClusterQuery = { range: { reposted: { gte: 1 } } };
  const once = mustNotMeet(mustMeetAny([ever, again]));
  const begun: ClusterQuery = { term: { isBegun: true } };
  const queries: Readonly<Record<SeenLabel, ClusterQuery>> = {
    'always open': ever,
    reposted: mustMeetAll([again, mustNotMeet(ever)]),
    old: mustMeetAll([once, mustNotMeet(begunSince(labelDays.old))]),
    new: mustMeetAll([once, begun, begunSince(labelDays.new)]),
    fresh: mustMeetAll([once, begun, begunSince(labelDays.fresh), mustNotMeet(begunSince(labelDays.new))]),
  };
  return mustMeetAny([{ terms: { kind: ['mixed', 'member'] } }, ...labels.map((label) => queries[label])]);
}

const dayMs = 86_400_000;

/** Pay that overlaps what is asked; of postings that are not an opening by themselves, the highest and lowest of any of them. */
function payQuery(asked: AskedPay): ClusterQuery {
  const { least, most } = boundsOfPay(asked);
  const within = (number: number): ClusterQuery[] => [
    { range: { pay: { gte: least[number] } } },
    ...(asked.max === null ? [] : [{ range: { payFrom: { lte: most[number] } } }]),
  ];
  if (asked.currency === null) return mustMeetAll(within(0));
  const rated = [...least.keys()].filter((number) => !Number.isNaN(least[number]));
  return mustMeetAny(rated.map((number) => mustMeetAll([{ term: { currency: number } }, ...within(number)])));
}
