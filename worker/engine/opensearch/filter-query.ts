/** Queries of the openings that pass the filters of a search. */
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
import { allMet, anyMet, type ClusterQuery, noneMet } from './cluster-query.js';
import { payField } from './index-schema.js';
import { bitsIn } from './opening-document.js';

/** The filters of a search (worker/match/rank/filter/filter.ts) but its location. `now`: epoch ms. */
export function filterQueries(query: SearchSubject, now: number): ClusterQuery[] {
  const { dateSincePosted, salary, jobType, remoteFilter, experienceLevel, excludeCompanies, language, label } = query;
  const queries: ClusterQuery[] = [noneMet({ range: { closesAt: { lt: now } } })];
  const having = (field: string, mask: number): void => void queries.push({ terms: { [field]: bitsIn(mask) } });
  if (remoteFilter !== '') having('workplace', maskOf(remoteFilter, wordBit.workplace));
  if (jobType !== '') having('jobType', maskOf(jobType, wordBit.jobType));
  if (experienceLevel !== '') having('level', maskOf(experienceLevel, wordBit.level));
  if (excludeCompanies !== '')
    queries.push(noneMet({ terms: { employer: companiesIn(excludeCompanies).map(companyNumber) } }));
  if (query.company !== undefined) queries.push({ terms: { employer: [companyNumber(query.company)] } });
  if (language !== '') queries.push({ terms: { language: wordsIn(language).map(languageNumber) } });
  if (label !== '') queries.push(labelQuery(wordsIn(label), now));
  if (dateSincePosted !== '')
    queries.push({ range: { latestAt: { gte: now - hoursOf(dateSincePosted) * 3_600_000 } } });
  if (salary !== '') queries.push(payQuery(readAskedPay(salary)));
  return queries;
}

const dayMs = 86_400_000;

/** Openings with one of some labels (`labelOf`). */
function labelQuery(labels: readonly SeenLabel[], now: number): ClusterQuery {
  const since = (field: string, days: number): ClusterQuery => ({ range: { [field]: { gt: now - days * dayMs } } });
  const until = (field: string, days: number): ClusterQuery => ({ range: { [field]: { lte: now - days * dayMs } } });
  const isDated: ClusterQuery = { exists: { field: 'postedAt' } };
  const begunSince = (days: number): ClusterQuery =>
    allMet([since('firstSeen', days), anyMet([noneMet(isDated), since('postedAt', days)])]);
  const ever = anyMet([{ range: { reposted: { gte: alwaysReposted } } }, until('firstSeen', labelDays.alwaysOpen)]);
  const again: ClusterQuery = { range: { reposted: { gte: 1 } } };
  const once = noneMet(anyMet([ever, again]));
  const begun: ClusterQuery = { term: { isBegun: true } };
  const queries: Readonly<Record<SeenLabel, ClusterQuery>> = {
    'always open': ever,
    reposted: allMet([again, noneMet(ever)]),
    old: allMet([once, noneMet(begunSince(labelDays.old))]),
    new: allMet([once, begun, begunSince(labelDays.new)]),
    fresh: allMet([once, begun, begunSince(labelDays.fresh), noneMet(begunSince(labelDays.new))]),
  };
  return anyMet(labels.map((label) => queries[label]));
}

/** Pay that any posting of an opening states and that overlaps what is asked. */
function payQuery(asked: AskedPay): ClusterQuery {
  const { least, most } = boundsOfPay(asked);
  const overlapping = (field: string, number: number): ClusterQuery => ({
    range: {
      [field]: { gte: least[number], ...(asked.max !== null && { lte: most[number] }), relation: 'intersects' },
    },
  });
  const rated = [...least.keys()].filter((number) => !Number.isNaN(least[number]));
  return anyMet(rated.map((number) => overlapping(payField(number), number)));
}
