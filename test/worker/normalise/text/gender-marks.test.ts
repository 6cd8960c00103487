import { describe, expect, test } from '@jest/globals';
import { fingerprintOf } from '../../../../worker/match/dedupe/job-fingerprint.js';
import { withoutGenderMarks } from '../../../../worker/normalise/text/gender-marks.js';
import { made, search } from '../../lib/made-jobs.js';

describe('gender markers', () => {
  test.each([
    ['Softwareentwickler (m/w/d)', 'Softwareentwickler'],
    ['Data Engineer (f/m/x) - Remote', 'Data Engineer - Remote'],
    ['Ingénieur Logiciel H/F', 'Ingénieur Logiciel'],
    ['Pflegefachkraft (all genders) in Teilzeit', 'Pflegefachkraft in Teilzeit'],
    ['Buchhalter [w|m|d]', 'Buchhalter'],
    ['Verkäufer:in (m/w/divers)', 'Verkäufer:in'],
    ['Sonar Technician 89(v)15', 'Sonar Technician 89(v)15'],
  ])('%s is compared as %s', (title, plain) => {
    expect(withoutGenderMarks(title).replace(/\s+/g, ' ').trim()).toBe(plain);
  });

  test('are shown as the board writes them, and do not keep duplicates apart', () => {
    const [job] = search([made({ title: 'Welder (m/w/d)' })], { keyword: 'welder' }).jobs;
    expect(job?.title).toBe('Welder (m/w/d)');
    const prints = ['Welder (m/w/d)', 'Welder', 'Welder [all genders]'].map(
      (title) => fingerprintOf(made({ title })).title,
    );
    expect(new Set(prints).size).toBe(1);
  });
});
