/** Compares texts by their UTF-16 code units: deterministic, independent of the locale. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
