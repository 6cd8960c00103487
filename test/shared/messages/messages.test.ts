import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Messages, say, sayWith, speakBy, valuesIn } from '../../../shared/messages/messages.js';
import { problemWords, serviceWords } from '../../../shared/messages/service-words.js';
import { jobTypes, levels, orders, seenLabels, workplaces } from '../../../shared/words/words.js';

const folder = new URL('../../../shared/messages/', import.meta.url);
const read = (language: string) =>
  JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) as Record<string, string>;
const languages = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? file.slice(0, -5) : []));
const english = read('en');
const speak = (language: string) => speakBy(() => read(language) as Messages);

/** The words of the API that pages name. */
const valuesOfFields: Readonly<Record<string, readonly string[]>> = {
  remoteFilter: workplaces.words,
  jobType: jobTypes.words,
  experienceLevel: levels.words,
  label: seenLabels.words,
  sortBy: orders.words,
};

afterEach(() => speak('en'));

describe('messages', () => {
  test('there are four languages', () => expect(languages).toEqual(['de', 'en', 'es', 'fr']));

  test.each(languages)('%s has every message, none empty, with the values of the English one', (language) => {
    const messages = read(language);
    expect(messages.language).toBe(language);
    expect(Object.keys(messages)).toEqual(Object.keys(english));
    const valuesOf = (all: Record<string, string>) =>
      Object.fromEntries(Object.entries(all).map(([key, text]) => [key, valuesIn(text).sort()]));
    expect(valuesOf(messages)).toEqual(valuesOf(english));
    for (const text of Object.values(messages)) {
      expect(text.trim()).not.toBe('');
      // What is left of a message without its values is text.
      expect(text.replace(/\{\w+(?:, plural,(?: \w+ \{[^{}]*\})+)?\}|<\/?\w+>/g, '')).not.toMatch(/[{}<>]/);
    }
  });

  test.each(Object.keys(valuesOfFields))('every value of %s has a name', (field) => {
    const unnamed = valuesOfFields[field]?.filter((value) => !Object.hasOwn(english, `${field}.${value}`));
    expect(unnamed).toEqual([]);
  });

  test('every message is said somewhere', () => {
    const sources = ['pages', 'api', 'shared', 'worker'].flatMap((part) =>
      readdirSync(new URL(`../../../${part}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => readFileSync(new URL(`../../../${part}/${file}`, import.meta.url), 'utf8')),
    );
    const text = sources.join('\n');
    const values =
      /^(?:field|remoteFilter|jobType|experienceLevel|label|dateSincePosted|sortBy|country|pay\.per|past|span|geo|problem|error|advice|source|deduced|profile|boards\.state)\b/;
    const unsaid = Object.keys(english).filter((key) => !values.test(key) && !text.includes(`'${key}'`));
    expect(unsaid).toEqual([]);
  });

  test('numbers and plurals are written as the language does', () => {
    speak('de');
    expect([say('jobs', { n: 1 }), say('jobs', { n: 1204 })]).toEqual(['1 Job', '1.204 Jobs']);
    speak('fr');
    expect([say('jobs', { n: 0 }), say('jobs', { n: 2 }), say('jobs', { n: 1_000_000 })]).toEqual([
      ...['0 offre', '2 offres'],
      expect.stringMatching(/^1\s000\s000 offres$/),
    ]);
  });

  test('a part of a message may be a link', () => {
    expect(sayWith('job.goneWhy', { saved: (text) => ({ link: text }) })).toContainEqual({ link: 'in this browser' });
  });
});

describe('sentences of the API', () => {
  test('are said in the language of the reader, with their values', () => {
    speak('de');
    expect(
      [
        'title has "nurse", "ward" and "night"',
        'in Potsdam, 17 miles from Berlin',
        'senior level on acme',
        'full time',
        'pays 50000 to 60000 EUR a year',
        'We do not know the place "Xyz", so jobs are matched by the text of their location. Did you mean "Xyzz"?',
        'Seen open since 2026-08-01.',
        'a sentence of a later release',
      ].map(serviceWords),
    ).toEqual([
      'Titel enthält "nurse", "ward" und "night"',
      'in Potsdam, 17 Meilen von Berlin',
      'Senior (acme)',
      'Vollzeit',
      'zahlt 50.000–60.000 EUR im Jahr',
      'Wir kennen den Ort "Xyz" nicht und vergleichen den Text der Ortsangaben. Meinten Sie "Xyzz"?',
      'Offen gesehen seit 1. August 2026.',
      'a sentence of a later release',
    ]);
    expect(problemWords({ code: 'rate-limited', title: 'x' })).toBe('Die Zahl der Suchen ist ausgeschöpft.');
  });

  test('stay as they are in English', () => {
    expect(serviceWords('pays 50000 EUR a year or more')).toBe('pays 50,000 EUR a year or more');
    expect(problemWords({ code: 'rate-limited', title: 'x' })).toBe('x');
  });
});
