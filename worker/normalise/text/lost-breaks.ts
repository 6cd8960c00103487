/** A word in small letters that a capitalised one is glued to, as in "kitchenKnowledge", but not in "JavaScript". */
const gluedWord = /(?<![\p{L}\p{N}.])\p{Ll}{3,60}(?=\p{Lu}\p{Ll}{2})/gu;

/** Other places of a lost break: behind a full stop, colon, bracket or heading without a space, before the next item of a list. */
const seam =
  /(?<=\p{L}{3}[.;:!?)])[.;]?(?=\p{Lu}[\p{Ll}\p{N}]|\p{Lu}{3} )|(?<=\p{L}{3}[.)]?)(?=\d{1,2}\. \p{Lu}\p{Ll}|- ?\p{Lu}\p{Ll})|(?<=\p{L}{2}[.;)]?) (?=- \p{Lu}\p{Ll})|(?<=Requirements|Qualifications?|Responsibilities|Benefits|Kualifikasi|Persyaratan)(?=\p{Lu}\p{Ll}{2})/gu;

/** A line with fewer seams, or a shorter one, has names and slips, but all its breaks. */
const seamsAtLeast = 3;
const lineAtLeast = 150;

/** The lines of one that has lost its line breaks; other lines as they are. */
export function linesWithBreaks(line: string): string[] {
  if (line.length < lineAtLeast) return [line];
  const parts = line.replace(gluedWord, '$&\n').replace(seam, '$&\n').split('\n');
  return parts.length > seamsAtLeast ? parts.map((part) => part.trim()) : [line];
}
