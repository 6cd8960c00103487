/** Skills of one posting: one with more is a list of keywords. In a separate file, for pages, which load no table. */
export const mostSkills = 40;
