/** Words of addresses and links that lead to a company's openings, in the languages of its likely readers. */
const careersWords =
  /career|karriere|carriere|carrière|carrera|carreira|jobs?\b|vacanc|vacature|stellen|offene-?stellen|join-?(?:us|the-team|our-team)|work-?(?:with-us|for-us|at|here)|we-?(?:re|are)-?hiring|hiring|openings?\b|positions?\b|opportunit|emploi|recrut|recruit|empleo|trabaj|lavora|werken-?bij|jobb|ledige|rekry|praca|kariera|vagas|bewerb|mitarbeit|talent/i;

/** Links with such a word that lead elsewhere: advice, products for recruiters, other sites. */
const otherWords =
  /blog|news|press|case-stud|customer|pricing|product|solution|privacy|legal|cookie|login|sign-?in|newsletter|podcast|webinar|resume-builder|\.pdf$/i;

/** Whether text or an address is about openings. */
export const speaksOfJobs = (text: string): boolean => careersWords.test(text.slice(0, 300));

/** How well a link leads to a company's openings: 0 = not at all. */
export function careersScore(url: URL, text: string): number {
  const place = `${url.hostname}${url.pathname}`.slice(0, 300);
  const words = text.replace(/\s+/g, '-').slice(0, 100);
  if (otherWords.test(url.pathname)) return 0;
  let score = 0;
  if (careersWords.test(words)) score += words.length <= 30 ? 3 : 1;
  if (careersWords.test(place)) score += 2;
  if (/^(?:careers?|jobs?|karriere|join|work)\./i.test(url.hostname)) score += 3;
  // Deeper pages are single postings or texts about teams.
  return score === 0 ? 0 : Math.max(1, score - url.pathname.split('/').filter(Boolean).length + 1);
}
