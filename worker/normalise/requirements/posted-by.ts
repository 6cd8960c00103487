/** Who posted a job: an employer that refuses agencies, or an agency that recruits for a client. */
import { patternOf } from '../languages/read-table.js';

const pattern = (name: string, flags?: string): RegExp => new RegExp(patternOf(`posted by ${name}`), flags);
const agencies = pattern('agencies');
/** An employer that takes no candidates from agencies. */
const refuses = pattern('refuses');
/** An agency that recruits for a client. */
const forClient = pattern('forClient');
/** Whom one recruits for, a single client, and the verb of recruiting, in either order. */
const forOneClient = pattern('forOneClient');
/** Other words of agencies. */
const clientSays = pattern('clientSays');
/** What each of these has; most sentences about clients have none. */
const oneClient = pattern('oneClient');
/** What one may look for on behalf of clients without recruiting. */
const searchedThings = /solution|offer/;

/** Who posted a job, as a sentence in lower case states it; `null` = it does not. */
export function readPostedBy(plain: string): 'employer' | 'agency' | null {
  if (agencies.test(plain) && refuses.test(plain)) return 'employer';
  if (oneClient.test(plain)) {
    if (clientSays.test(plain) || (forOneClient.test(plain) && !searchedThings.test(plain))) return 'agency';
  }
  return forClient.test(plain) && !/help|support our clients|serve|advis/.test(plain) ? 'agency' : null;
}

const agencyName = pattern('agencyName', 'i');
/** Firms that recruit or lend out staff for others, by the beginnings of their names. */
const agencyFirms = pattern('agencyFirms', 'i');

/** Whether a company's name says that it is an agency ("Acme Staffing"). */
export const isAgencyName = (company: string): boolean => agencyName.test(company) || agencyFirms.test(company);
