/** Stems of words for a week: only a line with one of them can state the hours of a week (`pay/weekly-hours.ts`). */
export const hoursStems: readonly string[] = [
  ...['week', 'woche', 'wöchent', 'settiman', 'veck', 'tydzie', 'hebdom'],
  ...[' wk', '/wk', '-wk', ' sem', '/sem', '-sem', ' uge', '/uge', '-uge'],
];
