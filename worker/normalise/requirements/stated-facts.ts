import type { Place } from '../../../shared/search/job.js';
import { boundedEvidence, homeOf, type StatedField, type StoredFacts } from '../../../shared/search/stated-facts.js';
import { tableOf } from '../../../shared/table-of.js';
import { type Degree, degrees } from '../../../shared/words/degrees.js';
import { cutText } from '../../../shared/words/text.js';
import type { Workplace } from '../../../shared/words/words.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { readStems } from '../classify/description-stems.js';
import { anyOf } from '../languages/language-tables.js';
import { readProse } from '../languages/prose.js';
import { patternOf } from '../languages/read-table.js';
import { readSentence as readForeign, type Statement } from '../languages/statements.js';
import { readOnce } from '../text/read-once.js';
import { namesDegree, readDegree } from './degree.js';
import { languageOf } from './posting-language.js';
import { readRemoteFrom } from './remote-from.js';
import { readRemoteHeading } from './remote-heading.js';
import { readRemoteBeside, readRemoteHead } from './remote-in-title.js';
import { plainMarks, requirementSentences } from './requirement-sentences.js';
import { readYears, type Years } from './years-of-experience.js';

/** The input for facts that are `null` unless stated. */
export type StatedInput = {
  title: string;
  description: string;
  company: string | null;
  workplace: Workplace | null;
  /** Where a remote worker must live, from the fields of the posting. */
  remoteRegions: readonly Place[];
  /** Months of experience and accepted degrees, from the fields of the posting. */
  experienceMonths?: number | undefined;
  education?: readonly string[] | undefined;
};

/** Text that a sentence must contain for the patterns of a fact to be applied to it. */
const about = {
  visa: /visa|visum|sponsor|h-?1-?b|immigra|work permit/,
  clearance: /clearance|clearable|ts\/sci|public trust|top secret|vetting|sicherheitsü/,
  degree:
    /degree|bachelor|master|4-year|higher education|\bb\. ?[sae]|\bm\. ?[sae]|\bbsc?\b|\bba\b|\bms\b|\bmsc\b|\bmba\b|b\.?tech|ph\.? ?d|doctora|diploma|school|\bged\b|ausbildung|studium|hochschul|abitur|schulabschluss|promo|bac\b|\bcap\b|\bbts\b|\bdut\b|titre pro|licenc|qualification|education[^.]{0,20}: ?(?:univ|coll)|diplôm|école|gcse|a-level|ingénieur|técnic|tecnólog|tecnicatura|titul|título|egresad|superior|bachiller|secund|grado|ensino|bacharel|graduação|mestrado|maestría|máster|posgrado|laurea|magist|wykształc|licencjat|lisans|üniversite|mezun|lise|sarjana|\bs ?-?1\b|\bsma\b|lulusan|pendidikan|đại học|cao đẳng|trung cấp|tốt nghiệp|thạc|학사|석사|박사|대졸|고졸|학력|졸업|4년제|전문대|卒|学士|本科|修士|博士|大专|硕士/,
  years: new RegExp(`year|yrs?|yoe|tahun|năm|년|${anyOf('year')}`, 'u'),
  postedBy:
    /client|recruitment partner|partner(?:ing|ed) with|unsolicited|on behalf of a|agenc|headhunt|staffing|search firm|third|recruiters|direct employer|personal|acquisitie|employment business|ea (?:licen|pers|reg)|kraz|aut\. ?min|ministerial/,
  remoteFrom: /remote|resid|based|located|live |living|anywhere|work from home|hir(?:e|ing)|candidates|applicants/,
} as const;

/** The facts stated in a description, each with the sentence that proves it; `undefined` if there are none. */
export function readStatedFacts(input: StatedInput, gazetteer: Gazetteer): StoredFacts | undefined {
  const { description, company } = input;
  const { lower, hits } = readStems(description);
  // Letters whose lower case has several characters would shift every sentence.
  const text = lower.length === Math.min(description.length, lower.length) ? description : lower;
  const found = createFindings();
  if (company !== null && isAgencyName(company)) found.note('postedBy', 'agency', () => company);
  noteRequirements(found, input);
  const home = input.remoteRegions.length > 0 ? null : homeAtStart(input.title, text, gazetteer);
  if (home !== null) found.note('remoteFrom', home.places.map(homeOf), () => home.text);
  const { words, sections: headings } = readProse(description);
  const stems = words.length === 0 ? hits.facts : [...hits.facts, ...words].sort((one, other) => one - other);
  for (const { raw, text: written, whole, isOptional } of requirementSentences(text, lower, { stems, headings })) {
    const reading = isOptional ? readOptional(raw) : readRequired(raw);
    for (const { field, value } of reading.facts) found.note(field, value, written);
    if (reading.isAboutHome) noteHome(found, { text: whole, plain: reading.plain }, { ...input, gazetteer });
  }
  const language = languageOf(lower);
  if (language !== null) found.note('language', language, () => firstSentence(text));
  return found.finish();
}

/** Longer experience is a typo of the board. */
const mostMonths = 360;

/** Values allowed by https://developers.google.com/search/docs/appearance/structured-data/job-posting (credential). */
const credentials = tableOf<Degree>({
  'high school': 'school',
  'professional certificate': 'vocational',
  'associate degree': 'associate',
  'bachelor degree': 'bachelor',
  'postgraduate degree': 'master',
});

/** Adds the requirements read from the posting's fields: the lowest of the accepted degrees. */
function noteRequirements(found: Findings, { experienceMonths = 0, education = [] }: StatedInput): void {
  const years = Math.floor(experienceMonths / 12);
  if (years > 0 && experienceMonths <= mostMonths)
    found.note('yearsOfExperience', { min: years, max: null }, () => `monthsOfExperience: ${experienceMonths}`);
  const words = education.map((text) => plainMarks(text.toLowerCase()));
  const accepted = words.map((text) => credentials[text] ?? readDegree(text, false));
  const lowest = degrees.find((degree) => accepted.includes(degree));
  if (lowest !== undefined) found.note('degree', lowest, () => `credentialCategory: ${education.join(', ')}`);
}

/** Where a remote worker must live, from the title or the first line of the description. */
function homeAtStart(title: string, text: string, gazetteer: Gazetteer) {
  const places = readRemoteBeside(title, gazetteer);
  if (places !== null) return { places, text: title };
  return readRemoteHeading(text, gazetteer) ?? readRemoteHead(text, gazetteer);
}

type Findings = ReturnType<typeof createFindings>;

/** Facts that a sentence states independently of the posting. */
type SentenceReading = { plain: string; facts: readonly SentenceFact[]; isAboutHome: boolean };
type SentenceFact = { field: StatedField; value: StoredFacts[StatedField] };

/** Sentences cached of each kind, and maximum length. */
const kept = { most: 3000, longest: 600 };
const readRequired = readOnce((raw) => readSentence(raw, false), kept);
const readOptional = readOnce((raw) => readSentence(raw, true), kept);

function readSentence(raw: string, isOptional: boolean): SentenceReading {
  const plain = plainMarks(raw);
  const facts: SentenceFact[] = [];
  const note = (field: StatedField, value: SentenceFact['value'] | null): void => {
    if (value !== null) facts.push({ field, value });
  };
  if (about.visa.test(plain)) note('visaSponsorship', readVisaSponsorship(plain));
  if (about.clearance.test(plain)) note('securityClearance', readSecurityClearance(plain, isOptional));
  const foreign = readForeign(raw.replaceAll('\u0307', ''));
  note('degree', degreeIn(plain, foreign, isOptional));
  if (about.years.test(plain)) note('yearsOfExperience', readYears(plain, isOptional));
  if (about.postedBy.test(plain)) note('postedBy', readPostedBy(plain));
  if (foreign.some(({ fact }) => fact === 'agency')) note('postedBy', 'agency');
  return { plain, facts, isAboutHome: about.remoteFrom.test(plain) };
}

/** The degree that a sentence requires. */
function degreeIn(plain: string, foreign: readonly Statement[], isOptional: boolean): Degree | null {
  const [stated] = foreign.flatMap((each) => (each.fact === 'degree' ? [each.value] : []));
  if (stated === 'none') return 'none';
  if (!about.degree.test(plain) || !namesDegree(plain)) return isOptional ? null : (stated ?? null);
  const read = readDegree(plain, isOptional);
  return read === null || stated === undefined || degrees.indexOf(read) < degrees.indexOf(stated) ? read : stated;
}

/** Adds where a remote worker must live, unless a field of the posting states it. */
function noteHome(
  found: Findings,
  { text, plain }: { text: () => string; plain: string },
  { workplace, remoteRegions, gazetteer }: StatedInput & { gazetteer: Gazetteer },
): void {
  if (remoteRegions.length > 0 || found.facts.remoteFrom !== undefined) return;
  const places = readRemoteFrom({ text, plain }, { isRemote: workplace === 'remote', gazetteer });
  if (places !== null) found.note('remoteFrom', places.map(homeOf), text);
}

/** Collects facts: the first value counts, for years the highest; a fact with contradicting statements is unknown. */
function createFindings() {
  const facts: StoredFacts = { evidence: {} };
  const disputed = new Set<StatedField>();
  return {
    facts,
    note<Field extends StatedField>(field: Field, value: StoredFacts[Field] | null, text: () => string): void {
      if (value === null || value === undefined) return;
      const former = facts[field];
      if (former !== undefined && !replaces(field, value, former)) {
        if ((field === 'visaSponsorship' || field === 'postedBy') && former !== value) disputed.add(field);
        return;
      }
      facts[field] = value;
      facts.evidence[field] = boundedEvidence(text());
    },
    finish(): StoredFacts | undefined {
      for (const field of disputed) {
        delete facts[field];
        delete facts.evidence[field];
      }
      return Object.keys(facts).length > 1 ? facts : undefined;
    },
  };
}

/** Whether a later value replaces the previous one. */
function replaces(field: StatedField, value: unknown, former: unknown): boolean {
  if (field === 'degree') return value === 'none';
  return field === 'yearsOfExperience' && (value as Years).min > (former as Years).min;
}

/** The beginning of a description, stored as the evidence of its language. */
function firstSentence(description: string): string {
  const line =
    cutText(description, 400)
      .split('\n')
      .find((each) => each.length >= 40) ?? cutText(description, 80);
  return line.length <= 80 ? line : `${cutText(line, 78)} …`;
}

/** Who posted a job: an employer that refuses agencies, or an agency that recruits for a client. */

const pattern = (name: string, flags?: string): RegExp => new RegExp(patternOf(`posted by ${name}`), flags);
const agencies = pattern('agencies');
/** An employer that refuses candidates from agencies. */
const refuses = pattern('refuses');
/** An agency that recruits for a client. */
const forClient = pattern('forClient');

/** Who posted a job, as stated in a sentence in lower case; `null` = not stated. */
export function readPostedBy(plain: string): 'employer' | 'agency' | null {
  if (agencies.test(plain) && refuses.test(plain)) return 'employer';
  return forClient.test(plain) && !/help|support our clients|serve|advis/.test(plain) ? 'agency' : null;
}

const agencyName = pattern('agencyName', 'i');
/** Firms that recruit or lend out staff for others, by the start of their names. */
const agencyFirms = pattern('agencyFirms', 'i');

/** Whether a company's name says that it is an agency ("Acme Staffing"). */
export const isAgencyName = (company: string): boolean => agencyName.test(company) || agencyFirms.test(company);

/** Clearances that are not a state's security clearance. */
const others =
  /customs|clearance (?:sale|items?|rack|price|event|letter|form)|medical clearance|health clearance|fbi clearance|child abuse|criminal|police|fingerprint|background (?:check )?clearance|drug|tax clearance|air traffic|line clearance|insurance|payment|clearance and settlement|height|pre-?clearance|clearance certificate|state clearance|credential/;

const named =
  /\b(?:security|secret|sci|government|dod|doe|federal|nato|sc|dv|ev|nv-?1|nv-?2|baseline|[lq]|active|interim|current|tier \d|personnel|us|u\.s\.?|poly(?:graph)?)(?: level)? (?:security )?clearances?\b|\bclearances?\b[^.]{0,30}\b(?:secret|ts\/sci|polygraph|sci|dod|government|level|sponsorship)\b|\bts\/sci\b|\btop secret\b|\bpublic trust\b|\bclearable\b|sicherheitsüberprüfung|\bsecurity vetting\b|\b(?:sc|dv|bpss) (?:cleared|vetting)\b|habilitation (?:de )?(?:secret|sécurité|defense|défense|confidentiel)/;

const plainlyRequired =
  /^(?:\W*)clearance(?: level| required| requirements?)? ?:|\bclearance (?:is )?(?:required|mandatory|needed|necessary|eligib)|\b(?:obtain|maintain|hold|possess|have|gain|acquire|eligible for|eligibility for|ability for|undergo|require[sd]?|requires|must|active|current)\b[^.]{0,60}\b(?:clearances?|ts\/sci|public trust|top secret|polygraph|vetting)\b|\b(?:ts\/sci|top secret|public trust|vetting)\b[^.]{0,60}\b(?:required|must|mandatory|needed|clearance)\b|\bclearable\b|sicherheitsüberprüfung|habilitation/;

const notRequired =
  /\bno (?:security |active )?clearances? (?:is |are )?(?:required|needed|necessary)|\bclearances? (?:is |are )?not (?:required|needed|necessary)|\bclearance(?: required| level)? ?: ?(?:none|no|not|n\/a)\b|\b(?:not|n't) (?:need|require)\w* [^.]{0,30}clearance/;

const optional =
  /prefer|\bplus\b|nice to have|desir|advantage|bonus|ideal|\basset\b|highly valued|helpful|not required|beneficial|\bmay (?:be )?(?:require|need)|could require|if (?:required|applicable|you)|some (?:roles|positions|projects)|\bor (?:the )?(?:willing|ability)[^.]{0,5}$/;

/** Whether a security clearance is required, as stated in a sentence in lower case; `null` = not stated. */
export function readSecurityClearance(plain: string, isOptional: boolean): boolean | null {
  if (others.test(plain)) return null;
  if (notRequired.test(plain)) return false;
  if (isOptional || optional.test(plain) || !(named.test(plain) || plainlyRequired.test(plain))) return null;
  return plainlyRequired.test(plain) ||
    /^\W*(?:active |current )?(?:us |u\.s\.? )?(?:dod )?(?:ts\/sci|top secret|secret|public trust)/.test(plain)
    ? true
    : null;
}

/** Sponsors of things other than permits: clinical trials, events, projects. */
const aboutWork =
  /visa|immigra|h-?1-?b|work permit|work authori[sz]|employment authori[sz]|authori[sz]ed to work|eligible to work|right to work|work legally|legally work|green card|\bopt\b|\bcpt\b/;

/** "Sponsorship" as a noun, which means permits only if an applicant needs it or a position offers it. */
const sponsorship =
  /(?:provide|offer|require|need|eligible for|available for|without(?: the need for)?|support|considered for)\b[^.]{0,40}\bsponsorship\b|\bsponsorship\b[^.]{0,40}\b(?:is|are|not|available|provided|offered|for this (?:role|position|job)|required)\b|\bemployer sponsorship\b|\bsponsor (?:candidates|applicants|individuals|anyone|employees)\b/;

const otherSponsors =
  /clearance|(?:clinical|executive|trial|study|event|project|corporate|brand|sports?|financial|plan|health|government|company|employer)[- ]sponsor(?:s|ed)?\b|sponsorship (?:deals?|packages?|opportunit|programs?|agreements?|sales|revenue)|visa (?:card|inc|network|debit|credit|europe|developer)|visa,? (?:mastercard|amex)|mastercard|amex/;

/** Form questions and applicants' data, which do not describe the job. */
const asks =
  /\?|do you|will you (?:now|require|need)|are you|please (?:indicate|state|specify)|if you (?:need|require)|immigration status/;

const denial =
  /\b(?:not|no|never|unable|cannot|can't|won't|don't|doesn't|isn't|aren't|without|neither|nor|unfortunately|keine?n?|nicht|pas|sans|sin)\b/;

/** A negation that does not affect the offer. */
const onlyLimits =
  /not (?:able to )?(?:successfully )?(?:sponsor|guarantee)[^.]{0,40}\b(?:every|all|each)\b|no (?:extra |additional )?(?:cost|fee|charge)|not (?:only|just)|no guarantee/;

const offer = new RegExp(
  [
    '\\b(?:we|will|can|do|to|and|company|also|fully|who|able|that|which|happily|gladly)\\b[^.]{0,30}\\b(?:sponsor|provide|offer|support|assist with|help with|cover|arrange|handle)\\b[^.]{0,40}\\b(?:visas?|h-?1-?b|work permits?|sponsorship|immigration|green card)\\b',
    '^(?:[^.]{0,40}\\b)?(?:visa|immigration|work permit|h-?1-?b)\\b[^.]{0,25}\\b(?:sponsorship|support|assistance|sponsor|help)\\b',
    '\\b(?:visa|immigration|work permit|h-?1-?b|relocation)\\b[^.]{0,60}\\b(?:is |are )?(?:available|provided|offered|possible|considered|supported|covered|sponsored)\\b',
    '\\b(?:visa|h-?1-?b|work permit) sponsored\\b',
    '\\bsponsorship (?:is |may be )?(?:available|offered|provided|possible)\\b|\\bsponsorship: ?(?:yes|available)\\b',
    '\\b(?:visum|visa)[- ]?(?:unterstützung|sponsoring)\\b|\\bunterstütz\\w* [^.]{0,30}\\bvisum',
  ].join('|'),
);

const needed =
  /\b(?:must|should|need to|required? to|require|requires|candidates|applicants)\b[^.]{0,40}\b(?:have|hold|possess|valid)\b[^.]{0,20}\bvisa\b/;

/** Whether a visa or work permit is sponsored, as stated in a sentence in lower case; `null` = not stated. */
export function readVisaSponsorship(plain: string): boolean | null {
  if (otherSponsors.test(plain) || asks.test(plain)) return null;
  if (!aboutWork.test(plain) && !sponsorship.test(plain)) return null;
  if (!/sponsor|visa|h-?1-?b|immigra|work permit/.test(plain)) return null;
  if (denial.test(plain) && !onlyLimits.test(plain))
    return /sponsor|visa (?:support|assist)|(?:support|provide|offer|process)\w* [^.]{0,30}visa/.test(plain)
      ? false
      : null;
  if (needed.test(plain)) return null;
  return offer.test(plain) ? true : null;
}
