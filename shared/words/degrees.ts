/** Degrees from the lowest to the highest; `none` = the posting says that none is needed, `school` = a school-leaving certificate. */
export const degrees = ['none', 'school', 'vocational', 'associate', 'bachelor', 'master', 'doctorate'] as const;
export type Degree = (typeof degrees)[number];
