/** Words that link an amount to what is said before it, in a sentence about something. */
const linked =
  /(?<!\p{L})(?:of|from|between|in(?: the)?|are|is|was|were|for|to|with|on|by|than|approximately|roughly|around|about|over|(?:valued|priced) at|von|zwischen|mit|ab|bis|de|entre|tussen|van|met|od|do|na|på|fra|från|mellan|mellem|di|da|tra|fino a) ?$/iu;

/** A small word right before an amount, such as a verb; the last word of a title in small letters is none. */
const smallWord =
  /(?<!\p{L})(?!(?:engineer|developer|manager|analyst|designer|specialist|consultant|technician|assistant|representative|associate|director|lead|nurse|driver|teacher|scientist|architect|administrator|coordinator|officer|agent|clerk|operator|role|position|job|level|range|offer|offering|offers|expect|pay|pays|paying|earn|make|low|mid|high|circa|approx|nearly|starting|minimum|maximum|average|competitive)s?(?!\p{L}))\p{Ll}{3,} ?$/u;

/**
 * Whether the text before an amount is a sentence that leads to it ("projects range from", "the fund invests"), and not a
 * label ("Product Manager:", "Zone 1 -", "Engineer II").
 */
export function isProse(lead: string): boolean {
  const words = lead.slice(lead.search(/(?<![^:|()[\]])[^:|()[\]]*$/));
  if (!/\p{L}{3}/u.test(words.replace(linked, ''))) return false;
  // "$190,000 - $233,000 all other states ": after another amount, words are the label of the next one.
  return linked.test(words) || (smallWord.test(words) && !/[$€£] ?\d/.test(words));
}
