import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readStructured } from '../../../worker/sources/parse/site-page.js';
import { readMarkedPostings } from '../../../worker/structured-data/microdata.js';
import { cpuMs } from '../../lib/cpu-ms.js';

const page = `<!doctype html><main itemscope itemtype="https://schema.org/JobPosting" itemref="pay">
  <h1 itemprop="title">Tram <em>driver</em></h1>
  <meta itemprop="datePosted" content="2026-11-02">
  <time itemprop="validThrough" datetime="2026-12-24">Christmas</time>
  <div itemprop="hiringOrganization" itemscope itemtype="https://schema.org/Organization">
    <span itemprop="name">City Trams</span> <a itemprop="sameAs" href="https://trams.example">web</a>
    <img itemprop="logo" src="https://trams.example/logo.png">
  </div>
  <div itemprop="jobLocation" itemscope itemtype="https://schema.org/Place">
    <div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress">
      <span itemprop="addressLocality">Graz</span>, <span itemprop="addressCountry">AT</span>
    </div>
  </div>
  <span itemprop="employmentType">FULL_TIME</span> <span itemprop="employmentType">PART_TIME</span>
  <div itemprop="description"><p>Drive <b>trams</b>.</p><ul><li>Nights</li></ul></div>
</main>
<div id="pay"><div itemprop="baseSalary" itemscope itemtype="https://schema.org/MonetaryAmount">
  <meta itemprop="currency" content="EUR">
  <div itemprop="value" itemscope itemtype="https://schema.org/QuantitativeValue">
    <data itemprop="minValue" value="2600">2.600</data><data itemprop="maxValue" value="3100">3.100</data>
    <meta itemprop="unitText" content="MONTH"></div></div></div>`;

describe('postings marked up in HTML', () => {
  test('yields every fact of a posting in microdata, nested and referenced items too', () => {
    const { postings, flaws } = readStructured({ body: page, url: 'https://trams.example/jobs/1' });
    expect(flaws).toEqual([]);
    expect(postings).toMatchObject([
      {
        title: 'Tram driver',
        company: { name: 'City Trams', url: 'https://trams.example', logoUrl: 'https://trams.example/logo.png' },
        places: [{ city: 'Graz', country: 'AT' }],
        jobType: ['FULL_TIME', 'PART_TIME'],
        salary: { min: '2600', max: '3100', currency: 'EUR', per: 'MONTH' },
        postedAt: '2026-11-02',
        validUntil: '2026-12-24',
        descriptionHtml: '<p>Drive <b>trams</b>.</p><ul><li>Nights</li></ul>',
      },
    ]);
  });

  test('reads RDFa the same way', () => {
    const rdfa = `<div vocab="https://schema.org/" typeof="JobPosting"><h1 property="title">Baker</h1>
      <div property="hiringOrganization" typeof="Organization"><b property="name">Crust</b></div></div>`;
    expect(readMarkedPostings(rdfa)).toEqual([
      { '@type': 'JobPosting', title: 'Baker', hiringOrganization: { '@type': 'Organization', name: 'Crust' } },
    ]);
  });

  test('separates several postings of one page, and returns none where there is none', () => {
    const two = ['One', 'Two'].map(
      (title) => `<li itemscope itemtype="http://schema.org/JobPosting"><b itemprop="title">${title}</b></li>`,
    );
    expect(readMarkedPostings(`<ul>${two.join('')}</ul>`).map(({ title }) => title)).toEqual(['One', 'Two']);
    expect(
      readMarkedPostings('<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">x</b></div>'),
    ).toEqual([]);
  });

  test('prefers JSON-LD where a page has both', () => {
    const both = `<script type="application/ld+json">{"@type":"JobPosting","title":"From JSON-LD"}</script>${page}`;
    expect(readStructured({ body: both, url: 'https://x.example/' }).postings.map(({ title }) => title)).toEqual([
      'From JSON-LD',
    ]);
  });

  test('never throws and never touches a prototype, whatever the attributes say', () => {
    const names = fc.constantFrom('title', '__proto__', 'constructor', 'name', '', 'a b', 'https://schema.org/title');
    fc.assert(
      fc.property(fc.array(fc.tuple(names, fc.string())), (properties) => {
        const inner = properties.map(
          ([name, text]) => `<b itemprop="${name}" itemscope>${text}<i itemprop="${name}">x</i></b>`,
        );
        const html = `<div itemscope itemtype="https://schema.org/JobPosting">${inner.join('')}`;
        for (const node of readMarkedPostings(html)) expect(Object.getPrototypeOf(node)).toBe(Object.prototype);
      }),
    );
  });
});

const job = 'itemscope itemtype="http://schema.org/JobPosting"';
const titled = `<div ${job} itemref="z"><i itemprop=title>x</i>`;
const fill = (piece: string, length = 300_000): string => piece.repeat(Math.ceil(length / piece.length));

test('postings share what they refer to', () => {
  const jobs = Array.from({ length: 200 }, (_, at) => `<p ${job} itemref="org"><b itemprop=title>Job ${at}</b></p>`);
  const organization = '<div id=org itemprop=hiringOrganization itemscope><b itemprop=name>City Trams</b></div>';
  const read = readMarkedPostings(jobs.join('') + organization);
  expect(read).toHaveLength(200);
  expect(read.at(-1)).toMatchObject({ title: 'Job 199', hiringOrganization: { name: 'City Trams' } });
});

const repeated: Readonly<Record<string, string>> = {
  'postings that refer to one part': `${fill(`<p ${job} itemref=z></p>`)}<p id=z>${fill('<i itemprop=a>b</i>')}</p>`,
  'nodes that refer to themselves': `${titled}</div><p id=z>${fill('<b itemprop=x itemscope itemref=z></b>', 3000)}</p>`,
  'nodes that refer twice to the next': `${titled}</div>${Array.from({ length: 19 }, (_, at) => {
    const node = `itemscope itemref=n${at + 1}></b>`;
    return `<p id="${at === 0 ? 'z' : `n${at}`}"><b itemprop=x ${node}<b itemprop=y ${node}</p>`;
  }).join('')}`,
  'descriptions within descriptions': `${titled}${'<i itemprop=description>'.repeat(400)}${fill('<b>x</b>')}`,
  'texts within texts': `${titled}${'<i itemprop=a>'.repeat(400)}${fill('<b>x</b>')}`,
  'postings within postings': `<div ${job}>`.repeat(400) + fill('<b itemprop=title>x</b>'),
};

test.each(Object.entries(repeated))('%s are given up in linear time', (_, html) => {
  const ms = cpuMs(() => {
    expect(() => readMarkedPostings(html)).toThrow('The microdata of the page repeats it more than 20 times.');
  }, 1000);
  expect(ms).toBeLessThan(4000);
});

const long: Readonly<Record<string, string>> = {
  'a posting that refers to one part again and again': `<div ${job} itemref="${fill('z ')}"><i itemprop=title>x</i></div><p id=z>${fill('<i itemprop=a>b</i>')}</p>`,
  'a property of many values': `${titled}${fill('<i itemprop=jobLocation>b</i>')}`,
  'a property of many nodes': `${titled}${fill('<i itemprop=jobLocation itemscope></i>')}`,
  'a property of many names': `${titled}<i itemprop="${fill('a b ')}">${fill('c')}</i>`,
  'an element of many children': `${titled}${fill('</p>')}`,
};

test.each(Object.entries(long))('%s is read in linear time', (_, html) => {
  const read = (): void => expect(readMarkedPostings(html)).toMatchObject([{ title: 'x' }]);
  expect(cpuMs(read, 1000)).toBeLessThan(4000);
});
