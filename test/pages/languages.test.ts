import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type BoardPages, openBoardPages } from '../lib/open-board-pages.js';

let opened: BoardPages;
let service: BoardPages['service'];
let pages: BoardPages['pages'];

beforeAll(async () => {
  opened = await openBoardPages({
    acme: [
      { id: 1, title: 'Baker', place: 'Berlin, Germany', content: '<p>Full time. Salary: €60,000 per year.</p>' },
      { id: 2, title: 'Night Baker', place: 'Berlin, Germany' },
    ],
  });
  ({ service, pages } = opened);
});
afterAll(() => opened.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { headers, redirect: 'manual' });
const languageOf = async (response: Response) => /<html lang="(\w+)"/.exec(await response.text())?.[1];

describe('the language of a page', () => {
  test.each([
    ['de-AT, en;q=0.5', 'de'],
    ['fr', 'fr'],
    ['pt-BR, es;q=0.9', 'es'],
    ['ja', 'en'],
    ['', 'en'],
  ])('for a browser that accepts "%s" is %s', async (accepted, language) => {
    for (const path of ['/', '/search', '/saved', '/geo', '/companies', '/nowhere']) {
      const response = await get(path, { 'accept-language': accepted, accept: 'text/html' });
      expect([path, response.headers.get('vary')]).toEqual([path, expect.stringMatching(/Accept-Language, Cookie/)]);
      expect([path, await languageOf(response)]).toEqual([path, language]);
    }
  });

  test('is the one that was chosen, and a page that is kept is not sent in another', async () => {
    const chosen = await get('/search?keyword=baker&lang=fr');
    expect([chosen.status, chosen.headers.get('location')]).toEqual([302, '/search?keyword=baker']);
    const cookie = chosen.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const french = await get('/saved', { cookie, 'accept-language': 'de' });
    const tag = french.headers.get('etag') ?? '';
    expect(await languageOf(french)).toBe('fr');
    expect((await get('/saved', { cookie, 'if-none-match': tag })).status).toBe(304);
    expect((await get('/saved', { 'accept-language': 'de', 'if-none-match': tag })).status).toBe(200);
    expect((await get('/search?lang=xx')).status).toBe(200);
  });

  test('is that of its script: a German searches, opens a job, and changes to Spanish without losing the search', async () => {
    const page = await pages.open(`${service.url}/?keyword=baker`, { locale: 'de-DE' });
    await page.locator('#found').getByText('2 Jobs', { exact: true }).waitFor();
    await page.locator('body:not(.searching)').waitFor();
    expect(await page.locator('.job .pay').first().textContent()).toMatch(/60\.000\s€/);
    expect(await page.locator('#panel .why').textContent()).toContain('Titel enthält "baker"');
    expect(await page.locator('.panel .apply').first().textContent()).toContain('Bewerben');
    expect(await pages.violations(page)).toEqual([]);
    await page.locator('#keyword').fill('night baker');
    await page.keyboard.press('Enter');
    await page.locator('#found').getByText('1 Job', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Español' }).click();
    await page.locator('html[lang="es"]').waitFor();
    expect(new URL(page.url()).search).toContain('keyword=night+baker');
    expect(await page.getByRole('button', { name: 'Buscar' }).count()).toBe(1);
    await page.context().close();
  });
});
