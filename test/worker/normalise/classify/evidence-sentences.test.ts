import { describe, expect, test } from '@jest/globals';
import { createEvidenceReader } from '../../../../worker/normalise/classify/evidence-sentences.js';
import { anyStem } from '../../../../worker/normalise/classify/stem-index.js';
import { cpuMs } from '../../../lib/cpu-ms.js';

describe('sentences that contain a stem', () => {
  test('come in text order, each once, folded for matching', () => {
    const text = 'We are Acme. This role is Remote, fully remote!\nCooks cook.\nRemote-first since 2014? Yes.';
    expect(createEvidenceReader(anyStem(['first', 'remot']))(text)).toBe(
      'this role is remote, fully remote!\nremote first since 2014?',
    );
  });

  test('are left out where they are asides, and end at a bullet', () => {
    const text = 'Remote cooks • Remote if you ask • On site';
    const isAside = (sentence: string) => sentence.includes('if you');
    expect(createEvidenceReader(anyStem(['remot']), isAside)(text)).toBe('remote cooks •');
  });

  test('are none where the stem does not occur', () => {
    expect(createEvidenceReader(anyStem(['remot']))('Cooks cook.')).toBe('');
    expect(createEvidenceReader(anyStem(['remot']))('')).toBe('');
  });

  test('of a huge text are found quickly', () => {
    const text = 'remote '.repeat(100_000);
    expect(cpuMs(() => createEvidenceReader(anyStem(['remot', 'ote']))(text), 200, 3)).toBeLessThan(1000);
  });
});
