import { withoutGenderMarks } from '../../shared/words/gender-marks.js';
import type { Gazetteer } from '../../worker/gazetteer/gazetteer.js';
import { boundPosting } from '../../worker/normalise/bound-posting.js';
import { readJobType } from '../../worker/normalise/classify/job-type.js';
import { readLevel } from '../../worker/normalise/classify/level.js';
import { readWorkplace } from '../../worker/normalise/classify/workplace.js';
import { readInstant } from '../../worker/normalise/date/posted-at.js';
import { normalise } from '../../worker/normalise/normalise.js';
import { readSalary } from '../../worker/normalise/pay/salary.js';
import { findSalary } from '../../worker/normalise/pay/salary-in-description.js';
import { createCompanyLocationBias } from '../../worker/normalise/place/company-location-bias.js';
import { readPlaces } from '../../worker/normalise/place/place.js';
import { readCompany } from '../../worker/normalise/text/company.js';
import { readDescription } from '../../worker/normalise/text/description.js';
import { jobId } from '../../worker/normalise/text/job-id.js';
import { summarise } from '../../worker/normalise/text/summary.js';
import { readTitle } from '../../worker/normalise/text/title.js';
import { readUrl } from '../../worker/normalise/text/url.js';
import type { Posting } from '../../worker/sources/posting.js';

export type StageTools = { gazetteer: Gazetteer; now: Date };

/** CPU time of this process for a piece of work, in milliseconds. */
export function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Normalises a whole collection as a thread does: the locations of its companies first, then each posting. */
export function normaliseCollection(postings: readonly Posting[], { gazetteer, now }: StageTools): void {
  const bounded = postings.flatMap((posting) => boundPosting(posting).posting ?? []);
  const biases = createCompanyLocationBias(gazetteer);
  for (const posting of bounded) biases.note(posting);
  for (const posting of bounded) {
    const outcome = normalise(posting, { source: 'bench', gazetteer, now, bias: biases.of(posting) });
    if ('flaw' in outcome) throw new Error(outcome.flaw);
  }
}

/** CPU milliseconds of each stage over all postings, each stage with the results of the earlier ones. */
export function timeStages(postings: readonly Posting[], { gazetteer, now }: StageTools): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const stage = <Result>(name: string, read: (posting: Posting, at: number) => Result): Result[] => {
    const results: Result[] = [];
    times.set(
      name,
      cpuMsOf(() => {
        for (const [at, posting] of postings.entries()) results.push(read(posting, at));
      }),
    );
    return results;
  };
  const descriptions = stage('description: safe HTML and text', (posting) =>
    readDescription(posting.descriptionHtml, posting.descriptionText),
  );
  const titles = stage('title and company', ({ title, company }) => {
    readCompany(company.name);
    return withoutGenderMarks(readTitle(title) ?? '');
  });
  const titleOf = (at: number): string => titles[at] ?? '';
  const textOf = (at: number): string => descriptions[at]?.text ?? '';
  const wheres = stage('places', (posting) => readPlaces(posting, gazetteer));
  stage('workplace', ({ workplace, remoteRegions }, at) =>
    readWorkplace({
      stated: workplace,
      location: wheres[at]?.workplace ?? null,
      title: titleOf(at),
      description: textOf(at),
      hasRemoteRegions: remoteRegions.length > 0,
    }),
  );
  stage('job type', ({ jobType }, at) => readJobType({ stated: jobType, title: titleOf(at), description: textOf(at) }));
  stage('level', ({ level }, at) => readLevel({ stated: level, title: titleOf(at), description: textOf(at) }));
  stage('pay', ({ salary }, at) => {
    const context = { country: wheres[at]?.places[0]?.country ?? null };
    return readSalary(salary, context) ?? findSalary(textOf(at), context) ?? findSalary(titleOf(at), context);
  });
  stage('dates', ({ postedAt, validUntil }) => [
    readInstant(postedAt, now),
    readInstant(validUntil, now, { future: true }),
  ]);
  stage('summary', ({ company }, at) => summarise(textOf(at), { title: titleOf(at), company: company.name }));
  stage('URLs and id', ({ url, applyUrl, company, sourceJobId }) => [
    readUrl(url),
    readUrl(applyUrl),
    readUrl(company.url),
    jobId('bench', sourceJobId ?? url),
  ]);
  return times;
}
