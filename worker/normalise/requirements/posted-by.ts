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
    "\\bmy client(?:,|'s)? (?:is|are|has|have)\\b[^.]{0,40}\\b(?:seeking|looking|hiring|recruiting|searching|an? (?:\\w+ )?(?:opening|vacancy))\\b",
    "^\\W*(?:one of )?our clients?(?:,|'s)? (?:[^.]{0,80}, )?(?:is|are|seeks?|needs?|requires?|has|have)\\b[^.]{0,60}\\b(?:seeking|looking|hiring|recruiting|searching|need|opening|vacanc|opportunity|expanding|growing|leading|in search|a )\\b",
    "\\bfor (?:one of )?our (?:[\\w&,/-]+ ){0,4}clients?\\b[^.]{0,80}\\bwe(?:'re| are) (?:currently |now )?(?:looking|seeking|hiring|recruiting|searching)\\b",
    '\\b(?:role|position|opportunity|job|vacancy) (?:is )?(?:with|for) (?:one of )?our clients?\\b',
    "\\bwe(?:'re| are) an? (?:[\\w&,/-]+ ){0,6}(?:recruit(?:ment|ing)|staffing|executive search|headhunting)(?: and [\\w]+)? (?:agency|firm|company|consultancy|business|partner|specialist)",
    '\\bis an? (?:[\\w,-]+ ){0,8}(?:staffing|recruit(?:ing|ment)|executive search) (?:and \\w+ )?(?:firm|agency|company|consultancy)\\b',
    '\\bacting as an? employment (?:agency|business)\\b|\\bim auftrag (?:unseres|eines) (?:[\\w-]+ ){0,3}kunden\\b|\\bunser (?:kunde|mandant|auftraggeber)\\b[^.]{0,80}\\b(?:sucht|ist (?:ein|eine|einer|seit|als|das|im|in|weltweit|international|spezialisiert))\\b|\\bpour (?:le compte de )?(?:notre|un de nos) clients?\\b[^.]{0,30}\\b(?:nous|recherch|recrut)|\\bpara (?:nuestro|uno de nuestros|un importante) clientes?\\b',
  ].join('|'),
);

/** In each language: whom one recruits for, a single client, and the verb of recruiting, in either order. */
const placing: readonly { forWhom: string; verb: string; client: string }[] = [
  {
    forWhom: "on behalf of (?:its|their|his|her|one of (?:its|their)) (?:[\\w&'/-]+ ){0,4}",
    verb: '(?:recruit(?:s|ing)?|seek(?:s|ing)?|hir(?:es|ing)|looking|search(?:es|ing)?)',
    client: 'clients?',
  },
  {
    forWhom: '(?:für|im auftrag) (?:unsere[ns]|eine[ns] unserer|eine[ns]) (?:[\\wäöüß-]+ ){0,3}',
    verb: '(?:suchen|sucht|gesucht|besetzen|rekrutieren)',
    client: '(?:kunden|mandanten|auftraggebers?|klienten)',
  },
  {
    forWhom: "pour (?:le compte (?:de |d'))?(?:notre|son|l'un de (?:ses|nos)|un de (?:ses|nos)) ",
    verb: '(?:recherch\\w*|recrut\\w*)',
    client: 'clients?',
  },
  {
    forWhom: 'para (?:nuestro|uno de nuestros|su|(?:un )?importante|o nosso|nosso|um dos nossos) ',
    verb: '(?:seleccionamos|selecciona|buscamos|busca|precisamos|procuramos|recrutamos|selecionamos)',
    client: 'clientes?',
  },
  {
    forWhom: "per (?:(?:il )?nostro |(?:un'|una )?(?:importante )?azienda |(?:un )?importante )",
    verb: '(?:ricerchiamo|ricerca|selezioniamo|seleziona|cerchiamo)',
    client: 'cliente',
  },
  {
    forWhom: 'voor (?:onze|een van onze|één van onze) (?:[\\w-]+ ){0,2}',
    verb: '(?:zoeken|zoekt|werven)',
    client: 'opdrachtgevers?',
  },
  {
    forWhom: 'dla (?:naszego|jednego z naszych) ',
    verb: '(?:poszukujemy|szukamy|rekrutujemy)',
    client: 'klient(?:a|ów)',
  },
];

/** "Our client is looking for" in other languages, and other words of agencies. */
const clientSeeks = [
  'notre client(?:e)?\\b[^.]{0,90}\\b(?:recherche|recrute)',
  "notre client(?:e)? est (?:une? |l'expert|l'une? d|spécialis|(?:le |la )?(?:leader|filiale|référence))",
  'recruitment partners? (?:for|to) \\w',
  '(?:partnering|partnered) with (?:an?|one of) [^.]{2,100}\\bto (?:recruit|hire|appoint)',
  '(?:is|are) (?:partnering|partnered) with an? (?:[\\w-]+ ){0,4}(?:organi[sz]ation|company|firm|business|manufacturer|bank|group|agency)\\b(?=[^.]{0,40} (?:who|which|that|to|looking|seeking)\\b)',
  'nuestro cliente\\b[^.]{0,80}\\b(?:busca|precisa|selecciona|requiere)',
  'il nostro cliente\\b[^.]{0,80}\\b(?:ricerca|cerca)',
  'onze opdrachtgever\\b[^.]{0,80}\\b(?:zoekt|is een)',
  'nasz klient\\b[^.]{0,80}\\b(?:poszukuje|szuka)',
];

const forOneClient = new RegExp(
  [
    ...placing.flatMap(({ forWhom, verb, client }) => [
      `\\b${forWhom}${client}(?![\\wäöü])[^.]{0,90}\\b${verb}\\b`,
      `\\b${verb}\\b[^.]{0,60}\\b${forWhom}${client}(?![\\wäöü])`,
    ]),
  ].join('|'),
);
const clientSays = new RegExp(clientSeeks.map((source) => `\\b${source}`).join('|'));
/** What each of these has; most sentences about clients have none. */
const oneClient =
  /on behalf of|recruitment partner|partner(?:ing|ed) with|kunden|mandant|auftraggeber|klient|opdrachtgever|cliente|(?:notre|son) client|de (?:ses|nos) client/;
/** What one may look for on behalf of clients without recruiting. */
const searchedThings = /lösung|solution|soluci|soluzion|oplossing|rozwiąza|angebot|offre|oferta/;

/** Who posted a job, as a sentence in lower case states it; `null` = it does not. */
export function readPostedBy(plain: string): 'employer' | 'agency' | null {
  if (agencies.test(plain) && refuses.test(plain)) return 'employer';
  if (oneClient.test(plain)) {
    if (clientSays.test(plain) || (forOneClient.test(plain) && !searchedThings.test(plain))) return 'agency';
  }
  return forClient.test(plain) && !/help|support our clients|serve|advis/.test(plain) ? 'agency' : null;
}

const agencyName =
  /\b(?:staffing|recruit(?:ing|ment|ers?)|personnel services|personaldienstleist\w*|personalvermittlung|zeitarbeit|personal(?:service|leasing)|int[ée]rim|executive search|headhunt(?:ers?|ing)|talent acquisition|temp agency|search partners)\b/i;

/** Firms that recruit or lend out staff for others, by the beginnings of their names. */
const agencyFirms =
  /^(?:adecco|randstad|manpower(?:group)?|hays|robert half|robert walters|michael page|page personnel|kelly services|kforce|insight global|teksystems|aerotek|actalent|apex systems|allegis|collabera|cybercoders|jobot|beacon hill|creative circle|express employment|experis|tempo[- ]team|start people|gi group|brunel|morgan mckinley|amadeus fire|tempton|trenkwalder|piening|persona service|proman|synergie(?: int| australia|$)|korn ferry|spencer stuart|egon zehnder|nigel frank|computer futures|huxley|eurofirms|sthree|frank recruitment|walters people|olympia personeel|pagegroup|chandler macleod|programmed (?:maintenance|skilled|health)|drake international|peoplebank|people2people|workpac|labourforce|hoban recruit|select (?:aust|appointments)|brook street|blue arrow|pertemps|gap personnel|staffline|harvey nash|la fosse|nes fircroft|airswift|progressive recruitment|persol(?:kelly)?|pasona|navigos search|jac recruitment|groupe crit|crit int|supplay|samsic emploi|temporis|aquila rh|lynx rh|partnaire|ergalis|expectra|approach people|kienbaum|ferchau|hofmann personal|orizon|timepartner|arwa personal|bindan|grafton recruit|antal int|work service|openjobmetis|etjca|umana spa|orienta spa|lavoropi[ùu]|generazione vincente|nortempo|marlex|covebo|luba uit|young ?capital)\b/i;

/** Whether a company's name says that it is an agency ("Acme Staffing"). */
export const isAgencyName = (company: string): boolean => agencyName.test(company) || agencyFirms.test(company);
