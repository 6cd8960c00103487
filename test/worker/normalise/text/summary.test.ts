import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { summarise, withoutCompany } from '../../../../worker/normalise/text/summary.js';

const x = { title: 'x', company: null };

const ofAcme = { title: 'Mason', company: 'Acme Stone' };
const acme = 'Acme Stone has cut stone for churches and for kings since 1750.';
const job = 'You carve the gargoyles of the north tower by hand.';

describe('a summary', () => {
  test.each([
    ['a heading for the job', `${acme}\n\nAbout the role\n\n${job}`],
    ['a heading for the job, in German', `Über uns\n${acme}\nDeine Rolle\n${job}`],
    ['the duties, where the company comes first', `${acme}\nWhat you’ll do:\n- ${job}`],
    [
      'the duties, where the company has a heading',
      `About Acme Stone\nWe cut stone for kings and more.\nResponsibilities\n${job}`,
    ],
  ])('starts with %s', (_, text) => {
    expect(summarise(text, ofAcme)).toBe(job);
  });

  test.each([
    ['has no such heading', `${acme} And so on.`],
    ['tells of the job before its list of duties', `${job}\nResponsibilities\n- Carve every day\n- Rest on Sundays`],
    ['tells of the job before its company', `${job}\nAbout us\n${acme}\nYour mission\nCarving.`],
    ['has a heading and nothing after it', `${acme}\nThe role`],
  ])('starts at the beginning where the description %s', (_, text) => {
    expect(summarise(text, ofAcme).startsWith(text.slice(0, 30))).toBe(true);
  });

  test('leaves out the repeated title and headings before the first sentence', () => {
    const text = 'Senior Engineer!\n\nAbout the role\n\nYou build the bridges between two islands.\n\n- Steel\n- Stone';
    expect(summarise(text, { title: 'Senior engineer', company: null })).toBe(
      'You build the bridges between two islands. Steel Stone',
    );
  });

  test('is the text itself when it is short, and nothing when there is none', () => {
    expect(summarise('Short', x)).toBe('Short');
    expect(summarise('', x)).toBe('');
  });

  test('is cut at a word', () => {
    const summary = summarise('The quick brown fox jumps over the lazy dog, and on it goes. '.repeat(20), x);
    expect(summary.length).toBeLessThanOrEqual(280);
    expect(summary).toMatch(/\w …$/);
  });

  test('is at most 280 well-formed characters of one line, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 1000 }),
        fc.string(),
        fc.option(fc.string()),
        (text, title, company) => {
          const summary = summarise(text.toWellFormed(), { title, company });
          expect(summary.length).toBeLessThanOrEqual(280);
          expect(summary).not.toContain('\n');
          expect(summary.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});

describe('a description without its company', () => {
  test.each([
    ['About us\nWe write Java.\nRequirements\nPython', 'Requirements\nPython'],
    ['About us: we write Java.\nRequirements\nPython', 'Requirements\nPython'],
    ['О компании\nМы пишем на Java.\nТребования:\nPython', 'Требования:\nPython'],
    ['会社概要\nJavaの会社です。\n応募資格\nPython', '応募資格\nPython'],
    ['Hakkımızda\nJava ile çalışıyoruz.\nAranan nitelikler\nPython', 'Aranan nitelikler\nPython'],
  ])('has only sections about the job: %j', (description, expected) => {
    expect(withoutCompany(description, 'Acme')).toBe(expected);
  });
});
