import { describe, expect, test } from '@jest/globals';
import { parseKeyword } from '../../../shared/keyword/parse-keyword.js';
import { withoutGenderMarks } from '../../../shared/words/text.js';
import { fingerprintOf } from '../../../worker/match/dedupe/job-fingerprint.js';
import { made, search } from '../../worker/lib/made-jobs.js';

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

  test.each([
    'Welder (m/w/d)',
    '"Welder (m/w/d)"',
    '"Welder H/F"',
    'title:"Welder (m/w/d)"',
    '"Welder H/F"',
    'welder m/w/d',
    'Welder H/F',
    'Welder -(f/m/x)',
  ])('do not keep the keyword %s from its title', (keyword) => {
    const jobs = ['Welder (m/w/d)', 'Welder H/F', 'Welder'].map((title, at) => made({ title, about: `work ${at}` }));
    expect(search(jobs, { keyword }).total).toBe(3);
  });

  test('alone are a keyword without a word', () => {
    expect(parseKeyword('(m/w/d)')).toEqual({ root: null, ignored: ['The keyword has no word to look for.'] });
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
