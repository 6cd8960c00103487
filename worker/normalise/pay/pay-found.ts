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
  /** The period that the text names beside the amount. */
  per: PayPeriod | null;
  /** The monthly payments of a year that the text names beside the amount ("sur 13 mois"). */
  payments: number | null;
  /** Whether it has two different ends: ranges are far more often pay than single amounts. */
  range: boolean;
  /** Whether two ends are written, different or not: "$63,200 - $63,200". */
  pair: boolean;
  /** Has a currency, a multiplier or groups of three digits. */
  moneylike: boolean;
  /** Whether it is written in millions or more. */
  millions: boolean;
};
