import { hash } from 'node:crypto';
import type { HeldJob } from '../../shared/search/job.js';

/**
 * Six characters that change with what a source says of an opening. Dates are left out: a source that states them as "3
 * days ago" would change every posting every day.
 */
export function contentHash({
  title,
  company,
  location,
  workplace,
  jobType,
  salary,
  url,
  description,
}: HeldJob): string {
  const facts = [title, company.name, location.text, workplace, jobType, salary?.text, url, description];
  return hash('md5', facts.join('\n'), 'base64url').slice(0, 6);
}
