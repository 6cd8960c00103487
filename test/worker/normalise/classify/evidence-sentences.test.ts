import { describe, expect, test } from '@jest/globals';
import { evidenceSentences } from '../../../../worker/normalise/classify/evidence-sentences.js';
import { anyStem } from '../../../../worker/normalise/classify/stem-index.js';

describe('sentences that contain a stem', () => {
  test('come in text order, each once, folded for matching', () => {
    const text = 'We are Acme. This role is Remote, fully remote!\nCooks cook.\nRemote-first since 2014? Yes.';
    expect(evidenceSentences(text, anyStem(['first', 'remot']))).toBe(
      'this role is remote, fully remote!\nremote first since 2014?',
    );
  });

  test('are left out where they are asides, and end at a bullet', () => {
    const text = 'Remote cooks • Remote if you ask • On site';
    const isAside = (sentence: string) => sentence.includes('if you');
    expect(evidenceSentences(text, anyStem(['remot']), isAside)).toBe('remote cooks •');
  });

  test('are none where the stem does not occur', () => {
    expect(evidenceSentences('Cooks cook.', anyStem(['remot']))).toBe('');
    expect(evidenceSentences('', anyStem(['remot']))).toBe('');
  });

  test('of a huge text are found quickly', () => {
    const began = performance.now();
    evidenceSentences('remote '.repeat(100_000), anyStem(['remot', 'ote']));
    expect(performance.now() - began).toBeLessThan(500);
  });
});
