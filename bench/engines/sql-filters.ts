import { hoursOf } from '../../shared/words/words.js';
import type { Question } from '../lib/postings/questions.js';
import { boundsOf } from './measured-engine.js';

/** The filters of a question as conditions on the columns of a table `j`, with a `?` for each value. */
export function sqlFilters(
  { filters, town, country }: Question,
  now: number,
): { conditions: string[]; values: unknown[] } {
  const { salary, jobType, remoteFilter, experienceLevel, dateSincePosted } = filters;
  const found: [string, unknown[]][] = [];
  if (salary) found.push(['j.pay >= ?', [Number(salary)]]);
  if (jobType) found.push(['j.job_type = ?', [jobType]]);
  if (remoteFilter) found.push(['j.workplace = ?', [remoteFilter]]);
  if (experienceLevel) found.push(['j.level = ?', [experienceLevel]]);
  if (dateSincePosted) found.push(['j.posted_at >= ?', [now - hoursOf(dateSincePosted) * 3_600_000]]);
  if (country !== null) found.push(['j.country = ?', [country]]);
  if (town !== null) {
    const { south, north, west, east } = boundsOf(town);
    found.push(['j.lat BETWEEN ? AND ? AND j.lon BETWEEN ? AND ?', [south, north, west, east]]);
  }
  return { conditions: found.map(([condition]) => condition), values: found.flatMap(([, values]) => values) };
}
