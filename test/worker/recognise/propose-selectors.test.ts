import { describe, expect, it } from '@jest/globals';
import { proposeSelectors } from '../../../worker/recognise/propose-selectors.js';

const url = 'https://crust.example/jobs';
const read = (html: string, first: string, second: string) => {
  const proposal = proposeSelectors(html, url, [first, second]);
  return (
    proposal && {
      ...proposal,
      postings: proposal.postings.map((each) => [each.title, each.url, each.places[0]?.text ?? null]),
    }
  );
};

describe('selectors from two postings', () => {
  it('are those of a list with classes, from titles or addresses', () => {
    const html = `<nav><ul><li><a href="/">Home</a></li><li><a href="/about">About</a></li></ul></nav>
      <ul class="openings">${['Night baker', 'Miller', 'Driver']
        .map(
          (title, n) =>
            `<li class="opening css-1a2b3"><h3 class="opening-title"><a href="/jobs/${n}">${title}</a></h3><span class="opening-location">Lyon</span><time datetime="2026-11-0${n + 1}">lately</time><em>€14 an hour</em></li>`,
        )
        .join('')}</ul>`;
    const expected = {
      item: 'li.opening',
      fields: { title: 'a', location: 'span.opening-location', posted: 'time@datetime', salary: 'em' },
      postings: [
        ['Night baker', 'https://crust.example/jobs/0', 'Lyon'],
        ['Miller', 'https://crust.example/jobs/1', 'Lyon'],
        ['Driver', 'https://crust.example/jobs/2', 'Lyon'],
      ],
    };
    expect(read(html, 'Night baker', 'driver')).toEqual(expected);
    expect(read(html, '/jobs/0', 'https://crust.example/jobs/2')).toEqual(expected);
  });
  it('are those of postings in several groups', () => {
    const group = (name: string, titles: string[]) =>
      `<section class="team"><h2>${name}</h2>${titles.map((title) => `<div class="row"><a class="job" href="/j/${title}">${title}</a><p class="city">Oslo</p></div>`).join('')}</section>`;
    const html = group('Ovens', ['Baker', 'Miller']) + group('Roads', ['Driver', 'Courier', 'Planner']);
    const proposal = read(html, 'Baker', 'Courier');
    expect(proposal).toMatchObject({ item: 'div.row', fields: { title: 'a.job', location: 'p.city' } });
    expect(proposal?.postings.map(([title]) => title)).toEqual(['Baker', 'Miller', 'Driver', 'Courier', 'Planner']);
  });
  it('are those of a table without classes', () => {
    const html = `<table id="vacancies"><tbody>${['Baker', 'Miller', 'Driver'].map((title, n) => `<tr><td><a href="/v/${n}">${title}</a></td><td>Bern</td></tr>`).join('')}</tbody></table><p><a href="/x">Contact</a></p>`;
    expect(read(html, 'Baker', 'Miller')?.postings).toEqual([
      ['Baker', 'https://crust.example/v/0', null],
      ['Miller', 'https://crust.example/v/1', null],
      ['Driver', 'https://crust.example/v/2', null],
    ]);
  });
  it.each([
    ['examples that are not on the page', '<ul><li><a href="/1">Baker</a></li></ul>', 'Baker', 'Miller'],
    ['the same posting twice', '<ul><li><a href="/1">Baker</a></li></ul>', 'Baker', 'Baker'],
    ['nothing shared', '<h1>Baker</h1><p>Miller</p>', 'Baker', 'Miller'],
    ['no address of its own for each', '<ul><li><b>Baker</b></li><li><b>Miller</b></li></ul>', 'Baker', 'Miller'],
  ])('are not proposed for %s', (_what, html, first, second) => expect(read(html, first, second)).toBeNull());
});
