import type { HeldJob } from '../../../shared/search/job.js';

/** The facts of a job as words that a keyword may match. */
export function factsOf({
  workplace,
  jobType,
  experienceLevel,
  location,
  places,
}: Omit<HeldJob, 'description'>): string[] {
  const said = [workplace, jobType, experienceLevel, location.text, ...places.map(({ city }) => city)];
  return [...new Set(said.filter((fact) => fact !== null))];
}
