import type { PayPeriod } from '../../../shared/words/words.js';

/** An amount or range of money in a text, before it is scored as pay. */
export type PayFound = {
  /** The positions of the amount with its period in the text. */
  start: number;
  end: number;
  min: number | null;
  max: number | null;
  marks: string[];
  indian: boolean;
  /** The period named next to the amount. */
  per: PayPeriod | null;
  /** The number of monthly payments a year named next to the amount ("sur 13 mois"). */
  payments: number | null;
  /** Whether its two ends differ: ranges are far more often pay than single amounts. */
  range: boolean;
  /** Whether two ends are written, different or not: "$63,200 - $63,200". */
  pair: boolean;
  /** Has a currency, a multiplier or groups of three digits. */
  moneylike: boolean;
  /** Whether it is written in millions or more. */
  millions: boolean;
};
