import { companyKey } from '../../../shared/words/company-key.js';
import { hashText } from '../dedupe/hash-text.js';

/** The number of a company, the same for all spellings of its name; 0 = it has none. An integer of 50 bits. */
export function companyNumber(name: string | null): number {
  const key = companyKey(name ?? '');
  return key === '' ? 0 : hashText(key);
}
