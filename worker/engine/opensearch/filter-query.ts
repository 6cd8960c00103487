import { readAskedPay } from '../../../shared/search/query/asked-pay.js';
import type { SearchSubject } from '../../../shared/search/query/query.js';
import { hoursOf } from '../../../shared/words/words.js';
import { maskOf, wordBit } from '../../match/segment/word-bits.js';
import type { ClusterQuery } from './find-documents.js';
import { bitsIn } from './posting-document.js';

/**
 * Queries that hold for every posting that passes the filters of a search (worker/match/rank/filter/filter.ts); more may pass these queries.
 * `now`: epoch ms.
 */
export function filterQueries(query: SearchSubject, now: number): ClusterQuery[] {
  const { dateSincePosted, salary, jobType, remoteFilter, experienceLevel } = query;
  const queries: ClusterQuery[] = [];
  const having = (field: string, mask: number): void => void queries.push({ terms: { [field]: bitsIn(mask) } });
  if (remoteFilter !== '') having('workplace', maskOf(remoteFilter, wordBit.workplace));
  if (jobType !== '') having('jobType', maskOf(jobType, wordBit.jobType));
  if (experienceLevel !== '') having('level', maskOf(experienceLevel, wordBit.level));
  if (dateSincePosted !== '')
    queries.push({ range: { latestAt: { gte: now - hoursOf(dateSincePosted) * 3_600_000 } } });
  if (salary !== '') queries.push({ range: { pay: { gte: readAskedPay(salary).amount } } });
  return queries;
}
