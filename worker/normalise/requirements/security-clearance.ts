/** Clearances that are no security clearance of a state. */
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

/** Whether a security clearance is required, as a sentence in lower case states it; `null` = it does not. */
export function readSecurityClearance(plain: string, isOptional: boolean): boolean | null {
  if (others.test(plain)) return null;
  if (notRequired.test(plain)) return false;
  if (isOptional || optional.test(plain) || !(named.test(plain) || plainlyRequired.test(plain))) return null;
  return plainlyRequired.test(plain) ||
    /^\W*(?:active |current )?(?:us |u\.s\.? )?(?:dod )?(?:ts\/sci|top secret|secret|public trust)/.test(plain)
    ? true
    : null;
}
