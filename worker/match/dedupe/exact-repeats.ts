import type { HeldJob } from '../../../shared/search/job.js';
import { compareTexts } from '../words/compare-texts.js';

/** A posting of a source, and how many more times the source lists an equal one. */
export type Listed = { job: HeldJob; repeats: number };

/** Equal postings that are further apart in time are a new opening. */
const daysApart = 45;
const dayMs = 86_400_000;

/**
 * Joins postings that one source repeats: the same title, company, places, facts and text under several ids, such as ten
 * posted within seconds. The newest represents them all (ties: the smallest id), so that a search that matches one of
 * them finds it. Keeps the order of first appearance. Linear.
 */
export function joinExactRepeats(jobs: readonly HeldJob[]): Listed[] {
  const byText = new Map<string, Map<string, HeldJob[][]>>();
  const all: HeldJob[][] = [];
  for (const job of jobs) {
    const byFacts = byText.get(job.description) ?? new Map<string, HeldJob[][]>();
    byText.set(job.description, byFacts);
    const facts = factsKey(job);
    const alike = byFacts.get(facts) ?? [];
    byFacts.set(facts, alike);
    const same = alike.find(([first]) => first !== undefined && isNear(first, job));
    if (same !== undefined) same.push(job);
    else {
      const group = [job];
      alike.push(group);
      all.push(group);
    }
  }
  return all.map((group) => ({ job: newestOf(group), repeats: group.length - 1 }));
}

/** The fields in which repeats are equal besides their text, as one key. */
function factsKey(job: HeldJob): string {
  const { title, company, location, places, remoteRegions, workplace, jobType, experienceLevel, salary, tags } = job;
  const texts = [places, remoteRegions].map((each) => each.map(({ text }) => text));
  return JSON.stringify([title, company.name, location.text, texts, workplace, jobType, experienceLevel, salary, tags]);
}

/** Whether two postings were published near each other, or neither says when. */
function isNear(one: HeldJob, other: HeldJob): boolean {
  const gap = Math.abs(Date.parse(one.postedAt ?? '') - Date.parse(other.postedAt ?? ''));
  return Number.isNaN(gap) ? one.postedAt === other.postedAt : gap <= daysApart * dayMs;
}

function newestOf(group: readonly HeldJob[]): HeldJob {
  const [newest] = [...group].sort(
    (a, b) => compareTexts(b.postedAt ?? '', a.postedAt ?? '') || compareTexts(a.id, b.id),
  );
  if (newest === undefined) throw new Error('A group has no members.');
  return newest;
}
