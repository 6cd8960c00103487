import type { StoredCompany } from '../../../shared/search/job.js';
import type { CompanySize } from '../../../shared/words/company-sizes.js';
import type { OpenSections, SectionArray } from '../index/sections.js';

/** What is known of a company by its board. */
export type CompanyFact = { industry: string | null; size: CompanySize | null };

/** What is known of the companies of a collection: each distinct fact once, and the number of that of each entry, from 1; 0 = nothing. */
export type CompanyFacts = { known: readonly CompanyFact[]; of: Uint8Array };

/** Most distinct company facts of a collection; a board has one. */
const most = 255;

/** The section of the companies' facts, and the distinct ones. */
export function packCompanyFacts(companies: readonly StoredCompany[]): {
  known: CompanyFact[];
  sections: Record<'companyFact', SectionArray>;
} {
  const known: CompanyFact[] = [];
  const numbers = new Map<string, number>();
  const of = Uint8Array.from(companies, ({ industry = null, size = null }) => {
    if (industry === null && size === null) return 0;
    const key = JSON.stringify([industry, size]);
    const number = numbers.get(key) ?? (known.length === most ? 0 : known.push({ industry, size }));
    numbers.set(key, number);
    return number;
  });
  return { known, sections: { companyFact: of } };
}

/** Opens the facts of the companies of a segment. */
export const openCompanyFacts = (sections: OpenSections<{ companyFacts: CompanyFact[] }>): CompanyFacts => ({
  known: sections.meta.companyFacts,
  of: sections.u8('companyFact'),
});
