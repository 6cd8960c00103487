/** An order of texts that is always the same, whatever the language: by their codes. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
