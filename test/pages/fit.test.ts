import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fitOf } from '../../pages/mine/fit.js';
import { type Profile, profileOf } from '../../pages/mine/my-jobs-file.js';
import { jobRecord } from '../lib/job-record.js';
import { type BoardPages, openBoardPages } from '../lib/open-board-pages.js';

const profile = (given: Partial<Profile>): Profile => profileOf(given);
const salary = (max: number, currency: string) =>
  ({ text: '', min: max, max, currency, per: 'year', yearly: { min: max, max } }) as const;
const place = (text: string, country: string | null) => ({ text, city: null, region: null, country });

describe('the fit of a job', () => {
  test.each<[string, Partial<Profile>, object, { fits: string[]; lacks: string[] }]>([
    [
      'a role',
      { roles: ['Team lead', 'Krankenpfleger'] },
      { title: 'Lead of the data team' },
      { fits: ['Team lead'], lacks: [] },
    ],
    ['another role', { roles: ['Nurse'] }, { title: 'Baker' }, { fits: [], lacks: ['another role'] }],
    ['skills', { skills: ['react', 'Go'] }, { skills: ['React', 'SQL'] }, { fits: ['React'], lacks: [] }],
    ['no skill that is named', { skills: ['react'] }, { skills: [] }, { fits: [], lacks: [] }],
    [
      'a place without its accents',
      { places: ['Zurich'] },
      { location: place('Zürich, Switzerland', 'CH') },
      { fits: ['Zurich'], lacks: [] },
    ],
    [
      'a place that is part of a word',
      { places: ['Bern'] },
      { location: place('Bernau, Germany', 'DE') },
      { fits: [], lacks: ['another place'] },
    ],
    [
      'remote work from where one may live',
      { places: ['remote'], countries: ['DE'] },
      {
        workplace: 'remote',
        remoteFrom: [{ text: 'Germany', region: null, country: 'DE', area: null }],
        location: place('Remote', null),
      },
      { fits: ['Remote'], lacks: [] },
    ],
    ['pay', { pay: '60,000 EUR' }, { salary: salary(65_000, 'EUR') }, { fits: ['pays enough'], lacks: [] }],
    ['less pay', { pay: '60000 eur' }, { salary: salary(50_000, 'EUR') }, { fits: [], lacks: ['pays less'] }],
    [
      'pay in another currency, which is not compared',
      { pay: '60000 EUR' },
      { salary: salary(50_000, 'USD') },
      { fits: [], lacks: [] },
    ],
    ['a language by its name', { languages: ['German'] }, { language: 'de' }, { fits: [], lacks: [] }],
    ['another language', { languages: ['de'] }, { language: 'fr' }, { fits: [], lacks: ['in French'] }],
    [
      'no permit and no visa',
      { countries: ['DE'] },
      { location: place('Austin, US', 'US'), visaSponsorship: false },
      { fits: [], lacks: ['no visa sponsorship'] },
    ],
    ['nothing that is asked for', {}, { title: 'Baker' }, { fits: [], lacks: [] }],
  ])('says %s', (_, given, job, expected) => {
    const fit = fitOf({ ...jobRecord(), ...job }, profile(given));
    expect(fit).toMatchObject(expected);
    expect(Math.sign(fit.score)).toBe(Math.sign(expected.fits.length - expected.lacks.length));
  });
});

describe('a list', () => {
  let opened: BoardPages;
  let service: BoardPages['service'];
  let pages: BoardPages['pages'];

  beforeAll(async () => {
    const titles = [...Array.from({ length: 119 }, (_, at) => `Baker ${at}`), 'Pastry baker'];
    opened = await openBoardPages(
      { acme: titles.map((title, at) => ({ id: at + 1, title, place: 'Berlin, Germany' })) },
      { AUTH_PROXY_HEADER: 'Remote-User', TRUST_PROXY: '127.0.0.1' },
    );
    ({ service, pages } = opened);
  });
  afterAll(() => opened.close());

  test('of 120 jobs is ordered by the profile of who is signed in, and back again', async () => {
    const page = await pages.open(`${service.url}/account`);
    await page.setExtraHTTPHeaders({ 'Remote-User': 'ada' });
    await page.reload();
    await page.getByLabel('Roles').fill('Pastry baker');
    await page.getByLabel('Places').fill('Hamburg');
    const sent = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await sent;
    expect(await pages.violations(page)).toEqual([]);

    await page.goto(`${service.url}/?keyword=baker`);
    const titles = page.locator('.job .title');
    await titles.nth(9).waitFor();
    await page.getByRole('button', { name: 'Best fit first' }).click();
    await titles.nth(100).waitFor();
    expect(await titles.first().textContent()).toBe('Pastry baker');
    expect(await page.locator('.job .fit').first().textContent()).toBe('✓ Pastry baker ✗ another place');
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Best fit first' }).click();
    await page.waitForFunction('document.querySelectorAll(".job .title").length < 60');
    await page.context().close();
  }, 60_000);
});
