import { describe, expect, test } from '@jest/globals';
import { createEvidenceReader } from '../../../../worker/normalise/classify/evidence-sentences.js';
import { cpuMs } from '../../../lib/cpu-ms.js';

describe('sentences that contain a stem of a reader', () => {
  const workplaceIn = createEvidenceReader('workplace');

  test('come in text order, each once, folded for matching', () => {
    const text = 'We are Acme. This role is Remote, fully remote!\nCooks cook.\nRemote-first since 2014? Yes.';
    expect(workplaceIn(text)).toEqual(['this role is remote, fully remote!', 'remote first since 2014?']);
  });

  test('are those of its own stems', () => {
    expect(createEvidenceReader('jobType')('Remote work. Full-time work.')).toEqual(['full time work.']);
  });

  test('are left out where they are asides, and end at a bullet', () => {
    const text = 'Remote cooks • Remote if you ask • Fully paid';
    const isAside = (sentence: string) => sentence.includes('if you');
    expect(createEvidenceReader('workplace', isAside)(text)).toEqual(['remote cooks •']);
  });

  test('are none where no stem occurs', () => {
    expect(workplaceIn('Cooks cook.')).toEqual([]);
    expect(workplaceIn('')).toEqual([]);
  });

  test('of a huge text are found quickly', () => {
    let times = 0;
    // Each time another text: the stems of the last one are kept.
    const text = () => 'remote '.repeat(100_000 + times++);
    expect(cpuMs(() => workplaceIn(text()), 200, 3)).toBeLessThan(1000);
  });
});
