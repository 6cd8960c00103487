/** Words of every text, which narrow nothing; left out of a keyword of several words. */
export const stopWords: ReadonlySet<string> = new Set(
  'a an and as at by for from in into is job jobs of on or position role the to with work vacancy vacancies und der die das in für de la le les des en el los y near me opening career hiring working looking seeking need wanted using who that our your their'.split(
    ' ',
  ),
);
