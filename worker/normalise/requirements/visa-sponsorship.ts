/** Sponsors other than of permits: of clinical trials, events, projects. */
const aboutWork =
  /visa|immigra|h-?1-?b|work permit|work authori[sz]|employment authori[sz]|authori[sz]ed to work|eligible to work|right to work|work legally|legally work|green card|\bopt\b|\bcpt\b/;

/** "Sponsorship" as a noun, which alone is about permits where an applicant needs it or a position offers it. */
const sponsorship =
  /(?:provide|offer|require|need|eligible for|available for|without(?: the need for)?|support|considered for)\b[^.]{0,40}\bsponsorship\b|\bsponsorship\b[^.]{0,40}\b(?:is|are|not|available|provided|offered|for this (?:role|position|job)|required)\b|\bemployer sponsorship\b|\bsponsor (?:candidates|applicants|individuals|anyone|employees)\b/;

const otherSponsors =
  /clearance|(?:clinical|executive|trial|study|event|project|corporate|brand|sports?|financial|plan|health|government|company|employer)[- ]sponsor(?:s|ed)?\b|sponsorship (?:deals?|packages?|opportunit|programs?|agreements?|sales|revenue)|visa (?:card|inc|network|debit|credit|europe|developer)|visa,? (?:mastercard|amex)|mastercard|amex/;

/** Questions of a form, and applicants' data: they say nothing of the job. */
const asks =
  /\?|do you|will you (?:now|require|need)|are you|please (?:indicate|state|specify)|if you (?:need|require)|immigration status/;

const denial =
  /\b(?:not|no|never|unable|cannot|can't|won't|don't|doesn't|isn't|aren't|without|neither|nor|unfortunately|keine?n?|nicht|pas|sans|sin)\b/;

/** A denial that leaves the offer standing. */
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

/** Whether a visa or work permit is sponsored, as a sentence in lower case states it; `null` = it does not. */
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
