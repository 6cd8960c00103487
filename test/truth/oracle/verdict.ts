/** The oracle's verdict on an opening, and the reason when it is not a plain yes. */
export type Answer = { verdict: 'yes' | 'maybe' | 'no'; why: string };

export const yes: Answer = { verdict: 'yes', why: '' };
export const maybe = (why: string): Answer => ({ verdict: 'maybe', why });
export const no = (why: string): Answer => ({ verdict: 'no', why });

/** Kleene's conjunction: the weakest of the verdicts. */
export function allOf(answers: readonly Answer[]): Answer {
  return answers.find(isNo) ?? answers.find(isMaybe) ?? yes;
}

/** Kleene's disjunction: the strongest of the verdicts, with all reasons when every one is a no. */
export function anyOf(answers: readonly Answer[]): Answer {
  const found = answers.find(({ verdict }) => verdict === 'yes') ?? answers.find(isMaybe);
  return found ?? no([...new Set(answers.map(({ why }) => why))].join('; '));
}

export function notOf({ verdict, why }: Answer, of: string): Answer {
  if (verdict === 'maybe') return maybe(why);
  return verdict === 'yes' ? no(`holds ${of}, which is excluded`) : yes;
}

const isNo = ({ verdict }: Answer): boolean => verdict === 'no';
const isMaybe = ({ verdict }: Answer): boolean => verdict === 'maybe';
