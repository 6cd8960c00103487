import { cutText, foldWord } from '../../../shared/words/text.js';

/** The longest summary, in characters. */
const longest = 280;

/** Maximum input for a summary, in characters, before spaces are folded. */
const enough = 4 * longest;

/** Shorter lines that do not end like a sentence are headings, or facts listed in other fields of the record. */
const shortest = 40;

/** The longest heading, in characters. */
const headingAtMost = 50;

/**
 * A summary of a description as one line of at most 280 characters, cut at a word: from the heading of the job on if
 * there is one, else from the beginning. Headings and the repeated title are left out.
 */
export function summarise(description: string, { title, company }: { title: string; company: string | null }): string {
  const name = foldWord(title);
  const isTitle = (line: string): boolean => line.length < title.length + 20 && foldWord(line) === name;
  const lines = description.split('\n', 60).filter((line) => line !== '' && !isTitle(line));
  const supporters = lines.slice(startOf(lines, company));
  const start = supporters.findIndex(isText);
  const text = joined(supporters.slice(Math.max(0, start)));
  if (text.length <= longest) return text;
  const cut = cutText(text, longest - 2);
  const word = cut.lastIndexOf(' ');
  return `${(word < longest / 2 ? cut : cut.slice(0, word)).replace(/(?<![\s,;:–-])[\s,;:–-]+$/, '')} …`;
}

/** The first lines as one, at least as long as the longest summary; the dashes of lists are left out. */
function joined(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    text += ` ${line.replace(/^\s*- /, '')}`;
    if (text.length > enough) break;
  }
  return text.replace(/\s{2,}/g, ' ').trim();
}

/** A description without its sections about the company, each up to the next heading. */
export function withoutCompany(description: string, company: string | null): string {
  const companyWords = company === null ? null : foldWord(company);
  let isOfCompany = false;
  const isOfJob = (line: string): boolean => {
    if (line !== '' && line.length <= headingAtMost && !line.startsWith('- ') && !isText(line))
      isOfCompany = isCompanyHeading(foldWord(line), companyWords);
    // "About us: we use Java."
    return !isOfCompany && !isCompanyHeading(foldWord(line.slice(0, headingAtMost).split(':')[0] ?? ''), companyWords);
  };
  return description.split('\n').filter(isOfJob).join('\n');
}

const isText = (line: string): boolean => line.length >= shortest || /[.!?…。！？]$/.test(line);

/** The line where the text about the job starts: earlier lines are mostly the same in every posting of the company. */
function startOf(lines: readonly string[], company: string | null): number {
  const companyWords = company === null ? null : foldWord(company);
  let ofCompany = companyWords !== null && companyWords !== '' && opensWith(lines.find(isText) ?? '', companyWords);
  for (const [at, line] of lines.entries()) {
    if (line.length > headingAtMost || lines[at + 1] === undefined) continue;
    const heading = foldWord(line);
    if (roleHeadings.has(heading)) return at + 1;
    if (ofCompany && dutyHeadings.has(heading)) return at + 1;
    // Only if no text precedes it: a section about the company after the job does not replace it.
    ofCompany ||= isCompanyHeading(heading, companyWords) && !lines.slice(0, at).some(isText);
  }
  return 0;
}

const isCompanyHeading = (heading: string, companyName: string | null): boolean =>
  companyHeadings.has(heading) || (companyName !== null && heading === `about${companyName}`);

/** Whether a text begins with the company: "Acme is …", "At Acme, we …". */
function opensWith(text: string, companyName: string): boolean {
  const opening = foldWord(text.slice(0, 80));
  return (
    opening.startsWith(companyName) || opening.startsWith(`at${companyName}`) || opening.startsWith(`bei${companyName}`)
  );
}

/** Headings of postings, folded, by the kind of section that follows; in the languages of the supported boards. */

const fold = (words: string): ReadonlySet<string> =>
  new Set(words.split(',').map((phrase) => phrase.replace(/ /g, '')));

/** The job itself follows: a summary starts here. */
export const roleHeadings = fold(
  [
    'about the role,about this role,about the job,about this job,about the position,about this position',
    'about the opportunity,an overview of this role,overview of this role,the role,the job,the position,the opportunity,your role,your job,role overview',
    'role summary,role purpose,role description,purpose of the role,overview of the role,job overview,job summary',
    'job purpose,job description,position overview,position summary,position description,position purpose',
    'die stelle,die rolle,über die stelle,über die rolle,deine rolle,ihre rolle,stellenbeschreibung,zur stelle',
    'le poste,description du poste,à propos du poste,présentation du poste,votre rôle,ton rôle',
    'el puesto,descripción del puesto,sobre el puesto,tu rol,de functie,over de functie,functieomschrijving',
    'over de rol,la posizione,il ruolo,descrizione della posizione,a vaga,sobre a vaga,descrição da vaga',
    'om tjänsten,om jobbet,om rollen,om stillingen,o stanowisku,opis stanowiska',
  ].join(','),
);

/** The tasks follow: the next best start when a posting begins with its company. */
export const dutyHeadings = fold(
  [
    'what you will do,what youll do,what you will be doing,what youll be doing,responsibilities,key responsibilities',
    'your responsibilities,main responsibilities,duties,key duties,main duties,duties and responsibilities,your mission',
    'your tasks,your day to day,in this role you will,aufgaben,deine aufgaben,ihre aufgaben,das erwartet dich',
    'das sind deine aufgaben,missions,vos missions,tes missions,vos responsabilités,responsabilidades,tus funciones',
    'funciones,wat ga je doen,jouw taken,taken,cosa farai,responsabilità,responsabilidades,o que você vai fazer',
    'arbetsuppgifter,dina arbetsuppgifter,arbeidsoppgaver,arbejdsopgaver,obowiązki,zakres obowiązków',
  ].join(','),
);

/** The company follows. "About" with the name of the company counts too. */
export const companyHeadings = fold(
  [
    'about us,about the company,about our company,who we are,our company,our story,company description,company overview',
    'über uns,wer wir sind,das sind wir,unternehmensbeschreibung,qui sommesnous,à propos de nous,lentreprise',
    'sobre nosotros,quiénes somos,over ons,wie zijn wij,chi siamo,sobre nós,quem somos,om oss,om os,o nas,kim jesteśmy',
    'sobre nosaltres,qui som,o nás,despre noi,rólunk,meistä,о нас,о компании,про нас,про компанію,ποιοι είμαστε,hakkımızda,biz kimiz,会社概要,会社紹介,关于我们,公司简介,公司介绍,회사소개,조직소개',
  ].join(','),
);
