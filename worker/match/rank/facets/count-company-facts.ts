import { busiestRows, type Facets } from '../../../../shared/search/facets.js';
import { companySizes } from '../../../../shared/words/company-sizes.js';
import { industryKey, industryKeys } from '../../../../shared/words/industry.js';
import type { Task } from '../../../process/cooperative.js';
import type { Corpus } from '../../corpus/corpus.js';
import type { CompanyFact } from '../../segment/company-facts.js';

/** The numbers of facts of a collection that meet a value. */
type Meeting = { at: number; numbers: ReadonlySet<number> };

/**
 * The industries and sizes of companies with the most of these items: what `industry:"…"` and `size:"…"` find of them. An item with
 * several postings has the facts of each.
 */
export function* countCompanyFacts(corpus: Corpus, items: Int32Array): Task<Pick<Facets, 'industries' | 'sizes'>> {
  const count = createFactCount(corpus, items);
  const industries: Facets['industries'] = [];
  for (const [key, word] of industriesOf(corpus)) {
    const jobs = count(meeting(corpus, ({ industry }) => industry !== null && industryKeys(industry).includes(key)));
    if (jobs > 0) industries.push({ word, jobs });
    yield;
  }
  const sizes: Facets['sizes'] = [];
  for (const word of companySizes) {
    const jobs = count(meeting(corpus, ({ size }) => size === word));
    if (jobs > 0) sizes.push({ word, jobs });
    yield;
  }
  industries.sort((one, other) => other.jobs - one.jobs || (one.word < other.word ? -1 : 1));
  return { industries: industries.slice(0, busiestRows), sizes };
}

/** The industries of a corpus by their keys, each as it is first written. */
function industriesOf({ collections }: Corpus): Map<string, string> {
  const found = new Map<string, string>();
  for (const { companyFacts } of collections)
    for (const { industry } of companyFacts.known) {
      const key = industryKey(industry ?? '');
      if (industry !== null && key !== '' && !found.has(key)) found.set(key, industry);
    }
  return found;
}

/** The facts of each collection that meet a value; collections without any are left out. */
function meeting({ collections }: Corpus, isMet: (fact: CompanyFact) => boolean): Meeting[] {
  return collections.flatMap(({ companyFacts }, at): Meeting[] => {
    const numbers = companyFacts.known.flatMap((fact, index) => (isMet(fact) ? [index + 1] : []));
    return numbers.length === 0 ? [] : [{ at, numbers: new Set(numbers) }];
  });
}

/** Makes the count of those items of which a posting has one of some facts. */
function createFactCount(
  { columns, collections, itemOf }: Corpus,
  items: Int32Array,
): (met: readonly Meeting[]) => number {
  // By item: 0 = it does not count, or the number of the value after which it counts again.
  const counts = new Uint32Array(columns.size);
  for (let at = 0; at < items.length; at++) counts[items[at] ?? 0] = 1;
  let values = 0;
  return (met) => {
    values++;
    let count = 0;
    for (const { at, numbers } of met) {
      const of = collections[at]?.companyFacts.of ?? new Uint8Array(0);
      const places = itemOf[at];
      for (let entry = 0; entry < of.length; entry++) {
        if (!numbers.has(of[entry] ?? 0)) continue;
        const item = places?.[entry] ?? -1;
        const free = counts[item] ?? 0;
        if (free === 0 || free > values) continue;
        counts[item] = values + 1;
        count++;
      }
    }
    return count;
  };
}
