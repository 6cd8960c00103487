import { describe, expect, test } from '@jest/globals';
import { made, search } from '../lib/made-jobs.js';

const about = (text: string) =>
  `${text}\nYou plan the work with three colleagues, write it down, build it, and stay with it until it runs well.`;

const jobs = [
  made({ title: 'Nurse One', text: about('We sponsor visas for this position. 2+ years of experience in nursing.') }),
  made({ title: 'Nurse Two', text: about('We are unable to sponsor visas. At least 6 years of experience.') }),
  made({
    title: 'Nurse Three',
    workplace: ['remote'],
    text: about("Candidates must be based in Germany or Austria. Bachelor's degree in nursing."),
  }),
  made({ title: 'Nurse Four', workplace: ['remote'], remoteRegions: ['EMEA'], text: about('A job.') }),
  made({ title: 'Nurse Five', text: about('Must hold an active Secret clearance. No degree is required.') }),
];
const found = (keyword: string) =>
  search(jobs, { keyword })
    .titles.map((title) => title.replace('Nurse ', ''))
    .sort();

describe('operators of stated facts', () => {
  test.each([
    ['nurse visa:yes', ['One']],
    ['visa:no', ['Two']],
    ['nurse -visa:no', ['Five', 'Four', 'One', 'Three']],
    ['years:<=3', ['One']],
    ['years:>3', ['Two']],
    ['nurse (visa:yes OR years:6)', ['One', 'Two']],
    ['degree:none', ['Five']],
    ['degree:<=bachelor', ['Five', 'Three']],
    ['clearance:yes', ['Five']],
    ['remotefrom:DE', ['Four', 'Three']],
    ['remotefrom:"united kingdom"', ['Four']],
    ['language:en nurse', ['Five', 'Four', 'One', 'Three', 'Two']],
    ['language:de', []],
    ['agency:yes', []],
  ])('%s', (keyword, expected) => {
    expect(found(keyword)).toEqual(expected);
  });

  test('the record states each fact, its evidence, and null for all others', () => {
    const [job] = search(jobs, { keyword: 'visa:yes' }).jobs;
    expect(job).toMatchObject({
      visaSponsorship: true,
      yearsOfExperience: { min: 2, max: null },
      securityClearance: null,
      degree: null,
      remoteFrom: null,
      postedBy: null,
      language: 'en',
      evidence: { visaSponsorship: 'We sponsor visas for this position.' },
    });
    expect(job?.match.why).toContain('listed as "visa:yes"');
  });

  test('a value that is unknown is left out and named', () => {
    const { titles, notices } = search(jobs, { keyword: 'nurse visa:maybe' });
    expect(titles).toHaveLength(jobs.length);
    expect(notices).toEqual(['"visa:maybe" was left out: visa takes yes or no.']);
  });

  test('a fact that one of two boards states is stated of the opening', () => {
    const text = 'Plan the wards of the hospital with a team of nine people, day and night, for the whole of the year.';
    const copies = [
      made({ title: 'Ward Nurse', source: 'one', text }),
      made({ title: 'Ward Nurse', source: 'two', text: `${text} We sponsor visas.` }),
    ];
    const { jobs: merged } = search(copies, { keyword: 'visa:yes' });
    expect(merged).toHaveLength(1);
    expect(merged[0]).toMatchObject({ visaSponsorship: true, evidence: { visaSponsorship: 'We sponsor visas.' } });
  });
});
