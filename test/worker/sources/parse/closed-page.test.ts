import { describe, expect, test } from '@jest/globals';
import { closedStatement } from '../../../../worker/sources/parse/closed-page.js';
import { openKind } from '../../../lib/open-kind.js';

const page = (banner: string, more = ''): string =>
  `<html><body>${banner}<h1>Baker</h1><p>You bake bread.</p>${more}<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: 'Baker',
    identifier: 'B-7',
  })}</script></body></html>`;

describe('a page that states that its posting is closed', () => {
  test.each([
    '<div class="alert">This position has been filled.</div>',
    '<p>Sorry, this job is no longer available.</p>',
    '<p>This <b>job posting</b> is no longer accepting applications</p>',
    '<span>No longer accepting applications</span>',
    '<h2>Applications are closed</h2>',
    '<p>The vacancy has expired. Please see our other openings.</p>',
    '<p>Diese Stelle ist leider nicht mehr verfügbar.</p>',
    '<p>Das Stellenangebot ist nicht mehr online.</p>',
    '<p>Cette offre n’est plus disponible.</p>',
    '<p>Cette offre d’emploi a été pourvue</p>',
    '<p>Esta oferta ya no está disponible.</p>',
    '<p>Questa posizione non è più disponibile</p>',
    '<p>Esta vaga foi encerrada.</p>',
    '<p>Deze vacature is niet meer beschikbaar.</p>',
    '<p>Ta oferta jest już nieaktualna.</p>',
    '<p>Tjänsten är tillsatt</p>',
    '<p>Stillingen er ikke lenger ledig</p>',
    '<p>Hakuaika on päättynyt.</p>',
    '<p>Tato pozice již není aktuální.</p>',
    '<p>Вакансия в архиве</p>',
    '<p>この求人の募集は終了しました。</p>',
    '<p>该职位已关闭</p>',
    '<p>마감된 공고입니다.</p><p>이 공고는 마감되었습니다.</p>',
  ])('%s', (banner) => {
    expect(closedStatement(page(banner))).not.toBeNull();
    const { read } = openKind({ kind: 'site', pages: ['https://oven.example/jobs'] });
    const ask = { url: 'https://oven.example/jobs/7', role: 'detail', accept: 'page' } as const;
    expect(read(page(banner), ask)).toMatchObject({ postings: [], closed: ['B-7'] });
  });
});

describe('a page that does not say so of this posting', () => {
  test.each([
    ['a condition', '<p>If this job is no longer available, look at our other openings.</p>'],
    ['another posting', '<ul><li>Cook</li><li>Another position (filled)</li></ul>'],
    ['a link to another one', '<a href="/6">Pastry cook. This position has been filled.</a>'],
    ['a hidden banner', '<div class="alert hidden">This position has been filled.</div>'],
    ['a banner without style', '<div style="display: none">This job is no longer available.</div>'],
    ['a template', '<template><p>This job is no longer available.</p></template>'],
    ['a script', '<script>var closed = "This job is no longer available.";</script>'],
    ['a task', '<p>You see to it that this position is filled with care.</p>'],
    ['a past', '<p>The role is no longer limited to our offices.</p>'],
    ['a deadline', '<p>Applications close on Friday.</p>'],
  ])('%s', (_, banner) => {
    expect(closedStatement(page('', banner))).toBeNull();
  });
});

test('the look at a page takes time in proportion to its length', () => {
  const long = `<p>${'this position has been filled '.repeat(100_000)}</p>`;
  const start = performance.now();
  expect(closedStatement(long)).toBeNull();
  expect(performance.now() - start).toBeLessThan(3000);
});
