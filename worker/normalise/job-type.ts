import { foldWord } from '../../shared/text.js';
import { type JobType, jobTypes } from '../../shared/words.js';
import type { Evidence } from './evidence.js';

/** Spellings of a stated kind of contract besides the request's own words, folded by `foldWord`. */
const spellings: readonly { type: JobType; words: string }[] = [
  {
    type: 'internship',
    words:
      'internship intern trainee praktikum praktikant praktikantin werkstudent stage stagiaire prácticas practicas becario estágio estagio tirocinio staż staz stażysta apprenticeship apprentice ausbildung azubi alternance',
  },
  {
    type: 'volunteer',
    words:
      'volunteer ehrenamt ehrenamtlich bénévolat benevolat bénévole voluntariado voluntario vrijwilliger volontariato wolontariat',
  },
  {
    type: 'temporary',
    words:
      'temporary temp seasonal fixedterm fixedtermcontract befristet zeitarbeit aushilfe cdd intérim interim temporaire temporal temporal tijdelijk temporário temporario determinato tempodeterminato tymczasowa perdiem saisonnier',
  },
  {
    type: 'contract',
    words:
      'contract contractor contracting freelance freelancer selfemployed c2c 1099 independent freieritarbeit freiemitarbeit indépendant independant autónomo autonomo zzp b2b kontrakt contracttohire partitaiva',
  },
  {
    type: 'part time',
    words:
      'parttime part teilzeit minijob tempspartiel mitemps jornadaparcial mediajornada tiempoparcial deeltijd meioperíodo meioperiodo tempoparcial parttimeemployee niepełnyetat niepelnyetat częśćetatu',
  },
  {
    type: 'full time',
    words:
      'fulltime full permanent regular vollzeit festanstellung unbefristet cdi tempsplein tempscomplet jornadacompleta tiempocompleto indefinido voltijd vast tempointegral períodointegral tempopieno indeterminato tempoindeterminato pełnyetat pelnyetat permanentfulltime regularfulltime employee salaried',
  },
];

const byFold = new Map<string, JobType>();
for (const { type, words } of spellings) for (const word of words.split(' ')) byFold.set(foldWord(word), type);

/** Kinds of contract tried inside a longer stated text, the rarer and more telling first. */
const inside: readonly { type: JobType; word: RegExp }[] = [
  {
    type: 'internship',
    word: /\b(?:intern(?:ship)?|praktik\w+|werkstudent\w*|stage|stagiaire|prácticas|estágio|tirocinio|apprentice\w*)\b/iu,
  },
  { type: 'volunteer', word: /\bvolunt\w+/iu },
  {
    type: 'temporary',
    word: /\b(?:temporary|temp|seasonal|fixed[- ]term|befristet\w*|zeitarbeit|cdd|intérim|tijdelijk\w*)\b/iu,
  },
  { type: 'contract', word: /\b(?:contract(?:or|ing)?|freelance\w*|c2c|1099|b2b|zzp)\b/iu },
  { type: 'part time', word: /\b(?:part[- _]?time|teilzeit|temps partiel|deeltijd|media jornada|tempo parcial)\b/iu },
  {
    type: 'full time',
    word: /\b(?:full[- _]?time|vollzeit|festanstellung|temps plein|cdi|voltijd|jornada completa|tempo pieno|permanent|unbefristet)\b/iu,
  },
];

const inTitle: readonly { type: JobType; word: RegExp }[] = [
  {
    type: 'internship',
    word: /\b(?:intern(?:ship)?|praktik(?:um|ant(?:in)?)|werkstudent(?:in)?|stagiaire|working student|co-op|becari[oa]|estagi[aá]ri[oa])\b/iu,
  },
  { type: 'volunteer', word: /\bvolunteer\b/iu },
  { type: 'part time', word: /\b(?:part[- ]time|teilzeit|temps partiel|minijob)\b/iu },
  { type: 'temporary', word: /\b(?:temporary|seasonal|fixed[- ]term|maternity cover)\b/iu },
  {
    type: 'contract',
    word: /\b(?:freelance|contractor|\(contract\)|contract(?= role| position|$|\)|,)|c2c|outside ir35)\b/iu,
  },
  { type: 'full time', word: /\b(?:full[- ]time|vollzeit|temps plein|\(permanent\))\b/iu },
];

const inDescription: readonly { type: JobType; word: RegExp }[] = [
  {
    type: 'full time',
    word: /\b(?:full[- ]time (?:role|position|job|permanent|employment|opportunity|contract)|(?:employment|job|contract) type:? *full[- ]time|this is a (?:permanent,? )?full[- ]time)\b/i,
  },
  {
    type: 'part time',
    word: /\b(?:part[- ]time (?:role|position|job|employment)|(?:employment|job) type:? *part[- ]time|this is a part[- ]time)\b/i,
  },
  {
    type: 'contract',
    word: /\b(?:\d+[- ]month contract|contract (?:role|position)\b|(?:employment|job) type:? *contract|this is a (?:freelance|contract))\b/i,
  },
];

/** The kind of contract: stated, then by the title, then by a plain sentence; several stated kinds leave the first understood. */
export function readJobType(evidence: {
  stated: readonly string[];
  title: string;
  description: string;
}): Evidence<JobType> | null {
  for (const text of evidence.stated) {
    const word = jobTypes.read(text) ?? byFold.get(foldWord(text)) ?? inside.find((each) => each.word.test(text))?.type;
    if (word !== undefined && word !== null) return { value: word, inferred: false, evidence: text };
  }
  for (const [table, text] of [
    [inTitle, evidence.title],
    [inDescription, evidence.description],
  ] as const)
    for (const { type, word } of table) {
      const found = word.exec(text)?.[0];
      if (found) return { value: type, inferred: true, evidence: found };
    }
  return null;
}
