import { firmNotPayWords, notPayWords, payWords, taxWord, type WordAt } from './pay-words.js';

/**
 * The kind of the word nearest to the amount (marked by "¤") in its part of the sentence. Of a plain range only firm words,
 * and others that refer to the amount itself ("loans of ¤"), say that it is not pay.
 */
export function governing(around: string, plain: boolean): 'pay' | 'not pay' | null {
  const at = around.indexOf('¤');
  const distance = (words: readonly WordAt[]): number =>
    Math.min(...words.map(({ start, end }) => (end <= at ? at - end : start - at - 1)), Number.POSITIVE_INFINITY);
  const words = payWords(around);
  const toPay = distance(words);
  // "Welcome bonus of ¤ gross": words for taxes do not make pay of something else.
  const isTaxed = words.length > 0 && words.every(({ start, end }) => taxWord.test(around.slice(start, end)));
  const kindOf = (others: readonly WordAt[]): 'pay' | 'not pay' | null => {
    if (words.length === 0 && others.length === 0) return null;
    return toPay < distance(others) && !(isTaxed && others.length > 0) ? 'pay' : 'not pay';
  };
  if (!plain) return kindOf(notPayWords(around));
  const byFirm = kindOf(firmNotPayWords(around));
  if (byFirm !== null) return byFirm;
  if (soldAfter.test(around)) return 'not pay';
  return notPayWords(around).some((word) => refersTo(around, word, at)) ? 'not pay' : null;
}

/** Things that a range right before them is the size or the price of. */
const soldAfter =
  /¤ (?:contracts?|projects|accounts|campaigns|programs?|programmes?|tickets|cases|policies|purchases|in (?:\p{L}+ ){0,2}(?:sales|revenues?|savings|losses|transactions|claims))(?!\p{L})/iu;

/** "manage ¤", "loans of ¤", "¤ in assets", "¤ homes": whether a word is linked to the amount at `at`. */
function refersTo(around: string, { start, end }: WordAt, at: number): boolean {
  if (end <= at) {
    const gap = around.slice(end, at);
    const isVerb = /^(?:manag|handl|oversee|process|refer)/i.test(around.slice(start, end));
    return (isVerb && gap.length <= 1) || /^ (?:of|from|between|worth|averaging|ranging from|up to|over) ?$/i.test(gap);
  }
  const gap = around.slice(at + 1, start);
  if (/^ (?:in|of|worth of|towards?) (?:\p{L}+ )?$/iu.test(gap)) return true;
  return gap === ' ' && /(?:s|industry|market|sector|economy|grant)$/iu.test(around.slice(start, end));
}
