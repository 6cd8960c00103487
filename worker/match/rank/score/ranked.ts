/**
 * An item with its score in thousandths: of the keyword, recency, and whether it is on several boards. `isLowered`: better
 * items are of the same title and employer, or of the same employer (`lowerRepeats`).
 */
export type Ranked = { item: number; score: number; isLowered?: boolean };
