/** Degrees from lowest to highest; `none` = stated as not needed, `school` = a school-leaving certificate. */
export const degrees = ['none', 'school', 'vocational', 'associate', 'bachelor', 'master', 'doctorate'] as const;
export type Degree = (typeof degrees)[number];
