/** Who posted a job: an employer that refuses agencies, or an agency that recruits for a client. */
import { patternOf } from '../languages/read-table.js';

const pattern = (name: string, flags?: string): RegExp => new RegExp(patternOf(`posted by ${name}`), flags);
const agencies = pattern('agencies');
/** An employer that takes no candidates from agencies. */
const refuses = pattern('refuses');
/** An agency that recruits for a client. */
const forClient = pattern('forClient');

/** Who posted a job, as a sentence in lower case states it; `null` = it does not. */
export function readPostedBy(plain: string): 'employer' | 'agency' | null {
  if (agencies.test(plain) && refuses.test(plain)) return 'employer';
  return forClient.test(plain) && !/help|support our clients|serve|advis/.test(plain) ? 'agency' : null;
}

const agencyName = pattern('agencyName', 'i');
/** Firms that recruit or lend out staff for others, by the beginnings of their names. */
const agencyFirms = pattern('agencyFirms', 'i');

/** Whether a company's name says that it is an agency ("Acme Staffing"). */
export const isAgencyName = (company: string): boolean => agencyName.test(company) || agencyFirms.test(company);
