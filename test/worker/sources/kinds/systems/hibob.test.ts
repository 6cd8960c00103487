import { describe, expect, test } from '@jest/globals';
import { recogniseAddress } from '../../../../../worker/recognise/recognise-address.js';
import { expectChanged, inText, openKind, posting } from '../../../../lib/open-kind.js';

const { asks, read } = openKind({ kind: 'hibob', company: 'saltmarsh', companyName: 'Saltmarsh' });
const ad = { id: '3f0c', title: 'Harbour pilot' };
const only = (more: object) => read({ jobAdDetails: [{ ...ad, ...more }] }).postings[0];

describe('hibob', () => {
  test('requests all ads at once, with the header that names the company', () => {
    expect(asks()).toEqual([
      {
        url: 'https://saltmarsh.careers.hibob.com/api/job-ad',
        headers: { companyidentifier: 'saltmarsh' },
        ...{ role: 'listing', accept: 'json', list: { member: 'jobAdDetails' } },
        memo: { page: 0, read: 0, narrow: {} },
      },
    ]);
  });

  test('reads every stated field, and the text from all its parts', () => {
    const { postings, flaws, follow } = read({
      filterGroups: { departments: [] },
      jobAdDetails: [
        {
          ...{ ...ad, department: 'Port', employmentType: 'Full-time', site: 'Esbjerg', country: 'Denmark' },
          ...{ language: 'en', workspaceTypeId: 'on_site', workspaceType: 'On site', sectionLabels: {} },
          ...{ description: '<p>You guide ships.</p>', responsibilities: '<p>Day and night.</p>' },
          ...{ requirements: '<ul><li>A licence</li></ul>', benefits: null, publishedAt: '2026-11-02T07:20:46.518Z' },
        },
      ],
    });
    expect([flaws, follow]).toEqual([[], []]);
    expect(postings).toEqual([
      posting({
        title: 'Harbour pilot',
        url: 'https://saltmarsh.careers.hibob.com/jobs/3f0c',
        sourceJobId: '3f0c',
        company: { name: 'Saltmarsh', url: null, logoUrl: null },
        places: [inText('Esbjerg, Denmark')],
        workplace: ['On site'],
        jobType: ['Full-time'],
        postedAt: '2026-11-02T07:20:46.518Z',
        descriptionHtml: '<p>You guide ships.</p>\n<p>Day and night.</p>\n<ul><li>A licence</li></ul>',
        tags: ['Port'],
      }),
    ]);
  });

  test('returns null for what an ad omits', () => {
    expect(only({ site: '', country: null })).toEqual(
      posting({
        title: 'Harbour pilot',
        url: 'https://saltmarsh.careers.hibob.com/jobs/3f0c',
        sourceJobId: '3f0c',
        company: { name: 'Saltmarsh', url: null, logoUrl: null },
      }),
    );
    expect(only({ site: null, country: 'Denmark' })?.places).toEqual([inText('Denmark')]);
  });

  test('reads pay that is shown, with its period', () => {
    const pay = { payTransparencyMinSalary: 48_000, payTransparencyMaxSalary: 61_000 };
    const terms = { payTransparencySalaryCurrency: 'DKK', payTransparencySalaryPayPeriod: 'monthly' };
    expect(only({ ...pay, ...terms })?.salary).toEqual({
      text: null,
      min: 48_000,
      max: 61_000,
      currency: 'DKK',
      per: 'monthly',
    });
    expect(only({ payTransparencyMinSalary: 0, payTransparencyMaxSalary: null, ...terms })?.salary).toBeNull();
  });

  test('names an ad without a title and keeps the others', () => {
    const { postings, flaws } = read({ jobAdDetails: [{ id: '1' }, ad] });
    expect(postings.map(({ title }) => title)).toEqual(['Harbour pilot']);
    expect(flaws).toHaveLength(1);
  });

  test('has changed when the list is missing', () =>
    expectChanged(() => read({ jobAds: [] }), 'an object with a list "jobAdDetails"', '{"jobAds":[]}'));

  test('is known by the address of a career site and of an ad', () => {
    for (const address of ['saltmarsh.careers.hibob.com', 'https://saltmarsh.careers.hibob.com/jobs/3f0c/apply'])
      expect(recogniseAddress(address)).toMatchObject({
        kind: { kind: 'hibob' },
        settings: { company: 'saltmarsh' },
      });
  });
});
