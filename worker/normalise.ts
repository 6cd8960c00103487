import type { CollectedJob } from '../shared/collection-store.js';
import type { InferableField, Place } from '../shared/job.js';
import type { Gazetteer } from './gazetteer.js';
import { readDescription } from './normalise/description.js';
import { jobId } from './normalise/job-id.js';
import { readJobType } from './normalise/job-type.js';
import { readLevel } from './normalise/level.js';
import { readPlaces } from './normalise/place.js';
import { readInstant } from './normalise/posted-at.js';
import { readSalary } from './normalise/salary.js';
import { findSalary } from './normalise/salary-in-description.js';
import { summarise } from './normalise/summary.js';
import { readTitle, tidyLine } from './normalise/title.js';
import { readUrl } from './normalise/url.js';
import { readWorkplace } from './normalise/workplace.js';
import type { Posting } from './posting.js';

export type NormaliseTools = { source: string; gazetteer: Gazetteer; now: Date };

/** A posting in the source's words becomes a job in ours; a `flaw` says why it cannot. Facts stay `null` where none is told. */
export function normalise(
  posting: Posting,
  { source, gazetteer, now }: NormaliseTools,
): CollectedJob | { flaw: string } {
  const title = readTitle(posting.title);
  const url = readUrl(posting.url);
  if (title === null) return { flaw: `The posting at ${posting.url.slice(0, 200)} has no title.` };
  if (url === null)
    return { flaw: `The posting "${title}" has no usable address (${JSON.stringify(posting.url.slice(0, 80))}).` };

  const { html, text: description } = readDescription(posting.descriptionHtml, posting.descriptionText);
  const where = readPlaces(posting, gazetteer);
  const workplace = readWorkplace({
    stated: posting.workplace,
    location: where.workplace,
    title,
    description,
    hasRemoteRegions: posting.remoteRegions.length > 0,
  });
  const jobType = readJobType({ stated: posting.jobType, title, description });
  const level = readLevel({ stated: posting.level, title, description });
  const country =
    where.places.find((place) => place.country !== null)?.country ?? where.remoteRegions[0]?.country ?? null;
  const pay = readSalary(posting.salary, { country }) ?? findSalary(description, { country });
  const postedAt = readInstant(posting.postedAt, now);
  const validUntil = readInstant(posting.validUntil, now, { future: true });

  const inferred: InferableField[] = [];
  if (workplace?.inferred) inferred.push('workplace');
  if (jobType?.inferred) inferred.push('jobType');
  if (level?.inferred) inferred.push('experienceLevel');
  if (pay?.inferred) inferred.push('salary');
  if (postedAt?.precision === 'day') inferred.push('postedAt');
  if (validUntil?.precision === 'day') inferred.push('validUntil');

  return {
    descriptionHtml: html,
    job: {
      id: jobId(source, posting.sourceJobId ?? url),
      title,
      company: {
        name: tidyLine(posting.company.name),
        url: readUrl(posting.company.url),
        logoUrl: readUrl(posting.company.logoUrl),
      },
      location: locationOf(posting, where.places[0] ?? where.remoteRegions[0]),
      workplace: workplace?.value ?? null,
      jobType: jobType?.value ?? null,
      experienceLevel: level?.value ?? null,
      salary: pay?.salary ?? null,
      postedAt: postedAt?.at ?? null,
      validUntil: validUntil?.at ?? null,
      summary: summarise(description, title),
      url,
      applyUrl: readUrl(posting.applyUrl),
      source,
      inferred,
      description,
      places: where.places,
      remoteRegions: where.remoteRegions,
      tags: posting.tags.map(tidyLine).filter((tag) => tag !== null),
      requisitionId: tidyLine(posting.requisitionId),
    },
  };
}

/** The first place in the record's terms; its text is the source's own. */
function locationOf(posting: Posting, place: Place | undefined): CollectedJob['job']['location'] {
  const [stated] = posting.places;
  const parts =
    stated === undefined ? [] : [stated.city, stated.region, stated.country].filter((part) => part !== null);
  const text = tidyLine(stated?.text ?? (parts.length > 0 ? parts.join(', ') : (posting.remoteRegions[0] ?? null)));
  return { text, city: place?.city ?? null, region: place?.region ?? null, country: place?.country ?? null };
}
