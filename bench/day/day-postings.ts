import { occupations } from '../../demo-board/vocabulary/occupations.js';
import { escapedAgain } from '../lib/postings/postings.js';
import { createRandom, type Random } from '../lib/postings/random.js';
import { createSentences } from '../lib/postings/sentences.js';

/** Writes the answer of a board that lists the postings of these numbers, in the shape of Greenhouse's. */
export type WriteAnswer = (board: { id: string; number: number }, postings: readonly number[]) => string;

/** Sentences from which texts are made: making each anew would take as long as reading them does. */
const poolSize = 20_000;

/** Characters of a text, about. */
const textLength = 3000;

const towns = ['Berlin, Germany', 'Lyon, France', 'Austin, Texas', 'Leeds, United Kingdom', 'Utrecht, Netherlands'];

/** Opens the generator: no two postings have the same title and text, so that each is an opening of its own. */
export function createDayPostings(seed: number, now: number): WriteAnswer {
  const sentences = createSentences();
  const drawn = createRandom(seed, 3);
  const pool = Array.from({ length: poolSize }, () => sentences.make('duty', drawn.below(occupations.length), drawn));
  const word = (random: Random): string => sentences.vocabulary.wordAt(1000 + random.below(200_000));
  const textOf = (random: Random): string => {
    const lines: string[] = [];
    for (let left = textLength; left > 0; left -= (lines.at(-1)?.length ?? 0) + 9) lines.push(random.pick(pool));
    return `<p>${lines.slice(0, 4).join(' ')}</p><ul><li>${lines.slice(4).join('</li><li>')}</li></ul>`;
  };
  const posting = (board: { id: string; number: number }, number: number): object => {
    const random = createRandom(seed, 4, board.number, number);
    const at = new Date(now - random.below(60) * 86_400_000).toISOString();
    return {
      id: number,
      title: `${random.pick(occupations).titles[0]} ${word(random)} ${word(random)}`,
      absolute_url: `https://${board.id}.example/jobs/${number}`,
      company_name: `Company ${word(createRandom(seed, 5, board.number))} ${board.number}`,
      ...{ location: { name: random.pick(towns) }, requisition_id: `R-${board.number}-${number}` },
      ...{ first_published: at, updated_at: at, departments: [], metadata: [] },
      content: escapedAgain(textOf(random)),
    };
  };
  return (board, numbers) =>
    JSON.stringify({ jobs: numbers.map((number) => posting(board, number)), meta: { total: numbers.length } });
}
