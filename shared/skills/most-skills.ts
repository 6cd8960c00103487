/** Skills of one posting: one that names more of them is a list of keywords. Apart, as pages read it, which read no table. */
export const mostSkills = 40;
