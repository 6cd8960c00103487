import type { Job } from '../../../shared/search/job.js';
import { statedFactsOf } from '../../../shared/search/stated-facts.js';
import { contradictionsBetween, type DisputedFact } from '../dedupe/contradictions.js';
import type { MatchedJob } from '../matched-job.js';
import type { Group } from '../segment/prepared-collection.js';

/** A copy on another board, with the facts in which that board differs. */
function otherBoard(copy: MatchedJob, shown: MatchedJob): Job['alsoOn'][number] {
  const { source, url } = copy;
  const disputed = contradictionsBetween(copy, shown);
  if (disputed.length === 0) return { source, url };
  return { source, url, says: Object.fromEntries(disputed.map((fact) => statedFact(copy, fact))) };
}

/** A disputed fact as an entry of the record's field and the posting's value. */
const statedFact = (job: MatchedJob, fact: DisputedFact): [string, unknown] =>
  fact === 'currency' ? ['salary', job.salary] : [fact, job[fact]];

/** The record of a job, its fields in the order of the API. */
export function recordOf({ shown, members }: Group, match: Job['match']): Job {
  const { job } = shown;
  return {
    id: job.id,
    title: job.title,
    company: job.company,
    location: job.location,
    workplace: job.workplace,
    jobType: job.jobType,
    experienceLevel: job.experienceLevel,
    salary: job.salary,
    postedAt: job.postedAt,
    validUntil: job.validUntil,
    firstSeenAt: members.reduce(
      (first, { job: { firstSeenAt } }) => (firstSeenAt < first ? firstSeenAt : first),
      job.firstSeenAt,
    ),
    summary: job.summary,
    url: job.url,
    applyUrl: job.applyUrl,
    source: job.source,
    alsoOn: members.filter((member) => member.id !== job.id).map((member) => otherBoard(member.job, job)),
    repeats: shown.entry.repeats,
    inferred: job.inferred,
    ...statedFactsOf(job),
    match,
  };
}
