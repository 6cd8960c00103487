import { hash } from 'node:crypto';
import type { HeldJob } from '../../shared/search/job.js';
import type { ToldOpening } from '../../shared/watches/tell-openings.js';
import { recordOf } from '../match/rank/record-of.js';
import type { Group } from '../match/segment/prepared-collection.js';
import { openingKeys } from '../openings/find-reposts.js';

/**
 * What identifies an opening wherever it is posted: the ids of its postings, the addresses of all that searches show it
 * together with (`urls`), and its employer and title with the same words, whatever the city. Another source with the same
 * employer, title and place, or number of the opening, lists it too.
 */
export function toldOpening(
  group: Group,
  { jobs, urls, now }: { jobs: ReadonlyMap<string, HeldJob>; urls: readonly string[]; now: Date },
): ToldOpening {
  const postings = group.members.flatMap(({ id }) => jobs.get(id) ?? []);
  // Its board listed it just now.
  const at = now.getTime();
  const { match: _match, ...record } = recordOf(group, { score: 0, why: [] }, { now: at, readAt: () => at });
  return {
    record: JSON.stringify(record),
    source: record.source,
    same: [...new Set([...postings.flatMap((job) => [job.id, ...textKey(job)]), ...urls.map(urlKey)])],
    alike: [...new Set(postings.flatMap(openingKeys))],
  };
}

const urlKey = (url: string): string => `url:${hash('md5', url, 'base64url')}`;

/** Employer, title and text without marks and case; none without a text. */
function textKey({ company, title, description }: HeldJob): string[] {
  const words = description.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0 || company.name === null) return [];
  const name = `${company.name}\n${title}`.toLowerCase();
  return [`text:${hash('md5', `${name}\n${words.join(' ')}`, 'base64url')}`];
}
