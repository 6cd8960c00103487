import { factTerm, mostYears, partOf } from '../../../shared/keyword/fact-terms.js';
import type { RemoteHome, Stating } from '../../../shared/search/stated-facts.js';

/** The words that the stated facts of a job add to the index; `[]` = it states none. */
export function factTermsOf({ stated, remoteRegions }: Stating): string[] {
  const homes = remoteRegions.length > 0 ? remoteRegions : (stated?.remoteFrom ?? []);
  const live = [...new Set(homes.flatMap(homeTerms))];
  if (stated === undefined) return live;
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
    ...live,
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
