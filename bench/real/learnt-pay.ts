import { findAmounts } from '../../worker/normalise/pay/find-amounts.js';
import { plainSigns, visibleText } from '../../worker/normalise/pay/find-pay.js';
import { readDescription } from '../../worker/normalise/text/description.js';
import { familyOf, featureOf, likelihood, type Sample, train } from './learnt.js';
import { labelledPostings } from './material.js';
import { batchesOf, readLabels } from './read-labels.js';
import { readRealPosting } from './read-real-posting.js';

/**
 * `npm run bench -- real --learnt`: how much pay a classifier finds where the rules say nothing. Logistic regression over hashed words
 * and character n-grams around each amount, trained on the labelled postings of other sources than those it is asked about, asked
 * only where the rules are silent. Docs: decision 25.
 */
type Case = { family: string; statesPay: boolean; isSilent: boolean; amounts: Sample[] };

function featuresOf(line: string, start: number, end: number): Uint32Array {
  const masked = (text: string): string => text.toLowerCase().replace(/\d/g, '0');
  const sides = [
    ['<', masked(line.slice(Math.max(0, start - 70), start))],
    ['=', masked(line.slice(start, end))],
    ['>', masked(line.slice(end, end + 50))],
  ] as const;
  const found = new Set<number>();
  for (const [side, text] of sides) {
    for (const word of text.match(/\p{L}+|[^\p{L}\s]/gu) ?? []) found.add(featureOf(side + word));
    for (let size = 3; size <= 5; size++)
      for (let at = 0; at + size <= text.length; at++) found.add(featureOf(side + text.slice(at, at + size)));
  }
  return Uint32Array.from(found);
}

type Sum = { min: number | null; max: number | null };

/** The labelled postings, each with its amounts and whether one is an end of its pay. */
function cases(): Case[] {
  const postings = new Map(labelledPostings().map((each) => [each.id, each]));
  return batchesOf('pay').flatMap((batch) =>
    readLabels('pay', batch).flatMap(({ id, expect, also = [] }): Case[] => {
      const found = postings.get(id);
      if (found === undefined) return [];
      const pay = [expect, ...also].filter((sum) => sum !== null) as Sum[];
      const { text } = readDescription(found.posting.descriptionHtml ?? '', null);
      const amounts = text.split('\n').flatMap((raw) => {
        const line = plainSigns(visibleText(raw)).slice(0, 3000);
        return findAmounts(line).map(({ start, end, raw: written, multiplier }): Sample => {
          const value = written * (multiplier ?? 1);
          return {
            features: featuresOf(line, start, end),
            holds: pay.some(({ min, max }) => min === value || max === value),
          };
        });
      });
      const isSilent = readRealPosting(found.posting).salary === null;
      return [{ family: familyOf(found.from), statesPay: expect !== null, isSilent, amounts }];
    }),
  );
}

/** Prints, for each threshold, what the classifier finds rightly and wrongly in postings where the rules say nothing. */
export function measureLearntPay(): void {
  const all = cases();
  const families = [...new Set(all.map(({ family }) => family))];
  const silent = all.filter(({ isSilent }) => isSilent);
  const missed = silent.filter(({ statesPay }) => statesPay).length;
  console.log(
    `${all.length} postings of ${families.length} families of sources; the rules say nothing of ${silent.length},`,
  );
  console.log(`${missed} of which state pay.`);
  const asked = families.flatMap((family) => {
    const weights = train(all.filter((each) => each.family !== family).flatMap(({ amounts }) => amounts));
    return silent
      .filter((each) => each.family === family)
      .map(({ amounts }) => {
        const scored = amounts.map((amount) => ({ amount, score: likelihood(weights, amount.features) }));
        return scored.sort((a, b) => b.score - a.score)[0];
      });
  });
  for (const threshold of [0.5, 0.7, 0.9]) {
    const said = asked.filter((best) => best !== undefined && best.score >= threshold);
    const right = said.filter((best) => best?.amount.holds === true).length;
    console.log(`from ${threshold}: ${right} found rightly, ${said.length - right} wrongly`);
  }
}
