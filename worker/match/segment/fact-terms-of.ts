import {
  factTerm,
  industryTerm,
  mostYears,
  partOf,
  sizeTerm,
  skillTerm,
} from '../../../shared/keyword/fact-operators.js';
import type { HeldJob } from '../../../shared/search/job.js';
import type { RemoteHome, Stating } from '../../../shared/search/stated-facts.js';
import { industryKeys } from '../../../shared/words/industry.js';

/** The words that the stated facts of a job, its skills and those of its company add to the index; `[]` = there are none. */
export function factTermsOf({
  stated,
  remoteRegions,
  company,
  skills = [],
}: Stating & Pick<HeldJob, 'company' | 'skills'>): string[] {
  const homes = remoteRegions.length > 0 ? remoteRegions : (stated?.remoteFrom ?? []);
  const others = [...new Set(homes.flatMap(homeTerms))];
  const { industry, size } = company;
  others.push(...(!industry ? [] : industryKeys(industry).map(industryTerm)));
  if (size) others.push(sizeTerm(size));
  others.push(...skills.map(skillTerm));
  if (stated === undefined) return others;
  const { visaSponsorship, securityClearance, degree, yearsOfExperience, language, postedBy } = stated;
  return [
    ...(visaSponsorship === undefined ? [] : [factTerm('visa', yesOrNo(visaSponsorship))]),
    ...(securityClearance === undefined ? [] : [factTerm('clearance', yesOrNo(securityClearance))]),
    ...(degree === undefined ? [] : [factTerm('degree', degree)]),
    ...(yearsOfExperience === undefined || yearsOfExperience.min === null
      ? []
      : [factTerm('years', String(Math.min(mostYears, yearsOfExperience.min)))]),
    ...(language === undefined ? [] : [factTerm('language', language)]),
    ...(postedBy === undefined ? [] : [factTerm('agency', yesOrNo(postedBy === 'agency'))]),
    ...others,
  ];
}

/** A whole country is one word; a part of it another, and a third for "some part of it". */
function homeTerms({ area, country, region }: RemoteHome): string[] {
  if (area !== null) return [factTerm('remotefrom', area)];
  if (country === null) return [];
  if (region === null) return [factTerm('remotefrom', country)];
  return [factTerm('remotefrom', partOf(country)), factTerm('remotefrom', country + region)];
}

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');
