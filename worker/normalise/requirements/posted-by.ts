const agencies =
  /agenc|recruit|headhunt|third[- ]part|search firm|staffing|personalvermittl|personaldienst|personalberat|vermittler|cabinets? de|acquisiti|wervings|employment business/;

/** An employer that takes no candidates from agencies. */
const refuses = new RegExp(
  [
    "\\b(?:not|no|never|don't|doesn't|won't|cannot|can't|without|unable|neither)\\b[^.]{0,60}\\b(?:accept|work|engage|consider|respond|pay|liable|responsible|unsolicited|partner|seek|looking|contact|submit|forward|send|approach|calls?|use|reach out|entertain)\\b[^.]{0,90}\\b(?:agenc|recruiters|recruitment|headhunt|third[- ]part(?:y|ies) (?:recruit|agenc|staff|vendor|candidate|resume|submission)|search firm|staffing)",
    "\\b(?:agenc(?:y|ies)|recruiters|search firms?|headhunters?)\\b[^.]{0,90}\\b(?:please (?:do not|don't)|not (?:be )?(?:accept|consider|required|respond|submit|forward|contact)|unsolicited|need not apply)",
    '\\bunsolicited\\b[^.]{0,60}\\b(?:resumes?|cvs?|candidates?|profiles|submissions?|applications|r[ée]sum[ée]s?)\\b[^.]{0,120}\\b(?:agenc|recruiters|headhunt|search firm|staffing|third[- ]part)',
    '\\bno (?:recruitment |staffing |external |third[- ]party )?(?:agencies|recruiters|headhunters)\\b|\\bdirect employer\\b|\\bprincipals only\\b',
    '\\b(?:keine?n?|ohne|nicht)\\b[^.]{0,60}\\b(?:personalvermittl|personalberat|personaldienst|vermittler|headhunt|zeitarbeit|agentur)|\\bacquisitie\\b[^.]{0,60}\\b(?:niet|geen)\\b',
  ].join('|'),
);

/** An agency that recruits for a client. */
const forClient = new RegExp(
  [
    '\\b(?:hiring|recruiting|seeking|looking|searching|sourcing|recruit|hire|placing)\\b[^.]{0,60}\\b(?:for|on behalf of) (?:(?:one of )?our (?:[\\w&,/-]+ ){0,4}clients?|an? (?:[\\w&-]+ ){0,3}client(?=[,.;]| (?:in|based|who|that|with|located)\\b|$))(?! (?:site|base|facing|success|service|relation|portfolio|project|account|team|\\w+ engineer))',
    '\\bon behalf of (?:one of )?(?:our|a|an) (?:[\\w&,/-]+ ){0,4}clients?\\b[^.]{0,30}(?:we|,|is|are|who|$)',
    "^\\W*(?:one of )?our clients?(?:,|'s)? (?:[^.]{0,80}, )?(?:is|are|seeks?|needs?|requires?|has|have)\\b[^.]{0,60}\\b(?:seeking|looking|hiring|recruiting|searching|need|opening|vacanc|opportunity|expanding|growing|leading|in search|a )\\b",
    '\\b(?:role|position|opportunity|job|vacancy) (?:is )?(?:with|for) (?:one of )?our clients?\\b',
    "\\bwe(?:'re| are) an? (?:[\\w&,/-]+ ){0,6}(?:recruit(?:ment|ing)|staffing|executive search|headhunting)(?: and [\\w]+)? (?:agency|firm|company|consultancy|business|partner|specialist)",
    '\\bis an? (?:[\\w,-]+ ){0,8}(?:staffing|recruit(?:ing|ment)|executive search) (?:and \\w+ )?(?:firm|agency|company|consultancy)\\b',
    '\\bacting as an? employment (?:agency|business)\\b|\\bim auftrag (?:unseres|eines) (?:[\\w-]+ ){0,3}kunden\\b|\\bunser (?:kunde|mandant|auftraggeber)\\b[^.]{0,80}\\b(?:sucht|ist)\\b|\\bpour (?:le compte de )?(?:notre|un de nos) clients?\\b[^.]{0,30}\\b(?:nous|recherch|recrut)|\\bpara (?:nuestro|uno de nuestros|un importante) clientes?\\b',
  ].join('|'),
);

/** Who posted a job, as a sentence in lower case states it; `null` = it does not. */
export function readPostedBy(plain: string): 'employer' | 'agency' | null {
  if (agencies.test(plain) && refuses.test(plain)) return 'employer';
  return forClient.test(plain) && !/help|support our clients|serve|advis/.test(plain) ? 'agency' : null;
}

const agencyName =
  /\b(?:staffing|recruit(?:ing|ment|ers?)|personnel services|personaldienstleist\w*|personalvermittlung|zeitarbeit|executive search|headhunt(?:ers?|ing)|talent acquisition|temp agency|search partners)\b/i;

/** Whether a company's name says that it is an agency ("Acme Staffing"). */
export const isAgencyName = (company: string): boolean => agencyName.test(company);
