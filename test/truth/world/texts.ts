/** The languages that openings are written in. */
export type Language = 'en' | 'de' | 'fr';

/** Sentences without anything that a filter could read, as many in each language. */
export const sentences: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'You will join a friendly crew that values careful work.',
    'Our customers rely on us every morning.',
    'We explain decisions and listen to objections.',
    'Each colleague owns a subject from beginning to end.',
    'We celebrate small victories with homemade cake.',
    'Documentation matters as much as results here.',
    'Expect varied tasks and honest feedback.',
    'Our tools are modern and well kept.',
    'The canteen serves vegetarian lunches.',
    'Bicycles may be parked in the courtyard.',
  ],
  de: [
    'Bei uns zählt, was mit Ruhe und Sorgfalt gemacht ist.',
    'Die Kunden verlassen sich an jedem Morgen auf uns.',
    'Wir begründen, was wir entscheiden, und hören auf Einwände.',
    'Wer etwas beginnt, der bringt es bei uns auch zu Ende.',
    'Kleine Erfolge feiern wir mit einem großen Kuchen.',
    'Was wir aufschreiben, ist uns so wichtig wie das Ergebnis.',
    'Die Aufgaben sind so verschieden wie die Menschen, die sie haben.',
    'Das Werkzeug ist neu und in einem guten Zustand.',
    'In der Kantine gibt es auch Gerichte ohne Fleisch.',
    'Für Fahrräder ist vor dem Haus ein Platz.',
  ],
  fr: [
    'Chez nous, ce qui compte est le soin que l’on met dans les choses.',
    'Les clients comptent sur nous dans la matinée et nous le savons.',
    'Nous disons pourquoi nous avons choisi et nous écoutons les objections.',
    'Chacun a un sujet à lui, du début à la fin.',
    'Nous fêtons les petites victoires avec un grand gâteau.',
    'Ce que nous écrivons est aussi important que le résultat.',
    'Les tâches sont aussi variées que les personnes qui les ont.',
    'Les outils sont neufs et dans un bon état.',
    'La cantine a aussi des plats sans viande.',
    'Il y a une place pour les vélos dans la cour.',
  ],
};

/** What an opening says before and behind some of these sentences. */
export const frames: Readonly<
  Record<Language, (said: { company: string; title: string; sentences: string; skills: string }) => string>
> = {
  en: ({ company, title, sentences: said, skills }) => `${company} looks for a ${title}. ${said} We ask for ${skills}.`,
  de: ({ company, title, sentences: said, skills }) =>
    `${company} sucht: ${title}. ${said} Wir wünschen uns ${skills}.`,
  fr: ({ company, title, sentences: said, skills }) =>
    `${company} cherche : ${title}. ${said} Nous demandons ${skills}.`,
};

/** Spellings of the languages in a search. */
export const languageWords: Readonly<Record<Language, readonly string[]>> = {
  en: ['en', 'English'],
  de: ['de', 'German', 'Deutsch'],
  fr: ['fr', 'French', 'Français'],
};
