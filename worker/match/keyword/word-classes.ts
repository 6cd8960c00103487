/**
 * Words that name a fact of the job, met by its title and its facts alone: a text that mentions interns does not make the job
 * an internship.
 */
export const factWords: readonly string[] = [
  'senior',
  'junior',
  'graduate',
  'entry level',
  'mid level',
  'new grad',
  'intern',
  'internship',
  'working student',
  'remote',
  'fully remote',
  'work from home',
  'wfh',
  'hybrid',
  'on site',
  'full time',
  'part time',
  'freelance',
  'temporary',
  'volunteer',
];
