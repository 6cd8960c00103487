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
