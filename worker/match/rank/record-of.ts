import { companyOf, type Job } from '../../../shared/search/job.js';
import { statedFactsOf } from '../../../shared/search/stated-facts.js';
import { type SeenAt, tellSeen } from '../../../shared/words/seen.js';
import { contradictionsBetween, type DisputedFact } from '../dedupe/contradictions.js';
import type { MatchedJob } from '../matched-job.js';
import type { Entry, Group } from '../segment/prepared-collection.js';

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

/** The duplicates of one posting of an opening; `says` is what they state differently from it. Throws when it is none of its postings. */
export function copiesIn({ shown, members }: Group, id: string): Pick<Job, 'alsoOn' | 'repeats' | 'firstSeenAt'> {
  const namedMember = members.find((member) => member.id === id);
  if (namedMember === undefined) throw new Error(`The opening of ${shown.job.id} has no posting ${id}.`);
  const job = shown.entry.id === id ? shown.job : namedMember.job;
  // A source that narrows gives one posting to several alternatives of a search.
  const isOther = (member: Entry, at: number): boolean =>
    member.id !== id && members.findIndex((each) => each.id === member.id) === at;
  return {
    alsoOn: members.filter(isOther).map((member) => otherBoard(member.job, job)),
    repeats: namedMember.repeats,
    firstSeenAt: members.reduce(
      (first, { job: { firstSeenAt } }) => (firstSeenAt < first ? firstSeenAt : first),
      job.firstSeenAt,
    ),
  };
}

/** The record of a job as of a time, its fields in the order of the API. */
export function recordOf(group: Group, match: Job['match'], at: SeenAt): Job {
  const { job } = group.shown;
  const postings = group.members.map(({ job: { source, firstSeenAt, seen }, repeats }) => ({
    source,
    firstSeenAt,
    seen,
    repeats,
  }));
  const { seen, label, evidence } = tellSeen(postings, job.postedAt, at);
  const stated = statedFactsOf(job);
  const { alsoOn, repeats, firstSeenAt } = copiesIn(group, job.id);
  return {
    id: job.id,
    title: job.title,
    company: companyOf(job.company),
    location: job.location,
    workplace: job.workplace,
    jobType: job.jobType,
    experienceLevel: job.experienceLevel,
    salary: job.salary,
    postedAt: job.postedAt,
    validUntil: job.validUntil,
    firstSeenAt,
    seen,
    label,
    summary: job.summary,
    url: job.url,
    applyUrl: job.applyUrl,
    source: job.source,
    alsoOn,
    repeats,
    inferred: job.inferred,
    skills: job.skills ?? [],
    ...stated,
    evidence: { ...stated.evidence, ...evidence },
    match,
  };
}
