import { foldWord } from '../../shared/text.js';
import { type Level, levels } from '../../shared/words.js';
import type { Evidence } from './evidence.js';

/** Stated levels besides the request's own words, folded: what boards call them. */
const stated: Readonly<Record<string, Level>> = {
  entrylevel: 'entry level',
  berufseinsteiger: 'entry level',
  débutant: 'entry level',
  junior: 'entry level',
  juniorlevel: 'entry level',
  experienced: 'associate',
  midlevel: 'associate',
  confirmed: 'associate',
  confirmé: 'associate',
  berufserfahren: 'associate',
  middle: 'associate',
  midseniorlevel: 'senior',
  seniorlevel: 'senior',
  leitend: 'director',
  manager: 'senior',
  executive: 'executive',
  directorlevel: 'director',
  internship: 'internship',
  student: 'internship',
  studentcollege: 'internship',
  studentschool: 'internship',
  seniormanagersupervisor: 'senior',
};

/** Words of a title, the most telling first. What only looks like a level is taken out before. */
const inTitle: readonly { level: Level; word: RegExp }[] = [
  {
    level: 'internship',
    word: /\b(?:intern(?:ship)?s?|praktik(?:um|ant(?:in)?)|werkstudent(?:in)?|working student|stagiaire|trainee|apprentice|becari[oa]|estagi[aá]ri[oa]|tirocinante|stażyst\w+|co-op)\b/iu,
  },
  {
    level: 'executive',
    word: /\b(?:c[etfopim]o|c[hr]ro|chief [\w ]+ officer|(?:s|e)?vp|(?:senior |executive )?vice[- ]president|managing director|president|geschäftsführer(?:in)?|general manager of)\b/iu,
  },
  {
    level: 'director',
    word: /\b(?:director(?:a)?|head of|head,|group head|leiter(?:in)?|bereichsleit\w+|directeur|directrice|direttore|dyrektor)\b/iu,
  },
  { level: 'senior', word: /\b(?:senior|sr\.?|principal|staff|lead|sénior|erfahren\w*|starsz[yea])\b/iu },
  {
    level: 'entry level',
    word: /\b(?:junior|jr\.?|entry[- ]level|graduate|new grad|débutant|berufseinsteiger(?:in)?|młodsz[yea]|early career)\b/iu,
  },
  { level: 'associate', word: /\b(?:associate|mid[- ]?level|intermediate|mid[- ]senior)\b/iu },
];

/** Titles in which a level's word is part of the occupation's name. */
const occupations =
  /\b(?:executive assistants?|account executives?|sales executives?|marketing executives?|staff nurses?|staff accountants?|lead generation(?: \w+)?|chief of staff|director of photography|associate (?:dentist|veterinarian|attorney|professor)|sales associates?|retail associates?|store associates?|warehouse associates?|team associates?|senior (?:living|care|citizens?)(?: \w+)?|graduate (?:school|admissions)(?: \w+)?|assistant to the (?:director|ceo|president|vp)|creative director'?s assistant)\b/giu;

/** How far along a career a job is: stated, then by its title; the text of a description is never evidence enough. */
export function readLevel(evidence: {
  stated: readonly string[];
  title: string;
  description: string;
}): Evidence<Level> | null {
  for (const text of evidence.stated) {
    const level = levels.read(text) ?? stated[foldWord(text)];
    if (level !== undefined && level !== null) return { value: level, inferred: false, evidence: text };
  }
  const title = evidence.title.replace(occupations, ' ');
  for (const { level, word } of inTitle) {
    const found = word.exec(title)?.[0];
    if (found) return { value: level, inferred: true, evidence: found };
  }
  return null;
}
