import { describe, expect, test } from '@jest/globals';
import { readSourcesFile } from '../../../../worker/sources/config/sources-file.js';
import { type PageRequest, SourceError } from '../../../../worker/sources/source.js';

function open(settings: object) {
  const [source] = readSourcesFile(JSON.stringify({ sources: [{ id: 'x', ...settings }] }), 'test');
  if (source === undefined) throw new Error('The source was not read.');
  const [first] = source.kind.requests(source.settings, {});
  if (first === undefined) throw new Error('Nothing is asked.');
  return {
    read: (body: string, ask: PageRequest = first, rendered = false) =>
      source.kind.parse({ url: ask.url, contentType: '', body, rendered }, ask, source.settings),
  };
}

const listing = `<ul class="jobs">
  <li data-ref="R1"><h3><a href="/jobs/1?utm_source=x">Night <b>baker</b></a></h3>
    <span class="where">Lyon</span><span class="where">Nantes</span> <em class="pay">€14 an hour</em>
    <time datetime="2026-11-03">3 Nov</time><i>Part time</i><b class="tag">bread, ovens</b></li>
  <li data-ref="R2"><h3><a href="/jobs/2">Pastry cook</a></h3><span class="where">Remote</span></li>
</ul><a rel="next" href="?page=2">more</a>`;
const fields = {
  id: '@data-ref',
  location: '.where',
  salary: ['.wage', '.pay'],
  posted: 'time@datetime',
  jobType: 'i',
  tags: '.tag',
  company: '=Crust & Co',
};
const site = { kind: 'site', pages: ['https://crust.example/jobs'], item: 'ul.jobs > li', fields };

describe('postings read by selectors', () => {
  test('a listing yields each selected fact, and its next page', () => {
    const { postings, follow, flaws } = open(site).read(listing);
    expect(flaws).toEqual([]);
    expect(postings).toMatchObject([
      {
        title: 'Night baker',
        url: 'https://crust.example/jobs/1?utm_source=x',
        sourceJobId: 'R1',
        company: { name: 'Crust & Co' },
        places: [{ text: 'Lyon' }, { text: 'Nantes' }],
        salary: { text: '€14 an hour' },
        postedAt: '2026-11-03',
        jobType: ['Part time'],
        tags: ['bread', 'ovens'],
      },
      {
        title: 'Pastry cook',
        url: 'https://crust.example/jobs/2',
        salary: null,
        postedAt: null,
        places: [{ text: 'Remote' }],
      },
    ]);
    expect(follow.map(({ url }) => url)).toEqual(['https://crust.example/jobs?page=2']);
  });

  test('each job’s own page adds what the listing omits', () => {
    const { read } = open({ ...site, jobFields: { title: 'h1', description: '.text', applyUrl: 'a.apply@href' } });
    const [first, second] = read(listing).follow;
    const page =
      '<h1>Night baker</h1><div class="text"><p>Bake &amp; sell.</p></div><a class="apply" href="/apply/1">Apply</a>';
    expect(read(page, first).postings).toMatchObject([
      {
        title: 'Night baker',
        sourceJobId: 'R1',
        places: [{ text: 'Lyon' }, { text: 'Nantes' }],
        descriptionHtml: '<p>Bake &amp; sell.</p>',
        applyUrl: 'https://crust.example/apply/1',
      },
    ]);
    const linked = '<script type="application/ld+json">{"@type":"JobPosting","title":"Pastry cook (m/f)"}</script>';
    expect(read(linked, second).postings).toMatchObject([
      { title: 'Pastry cook (m/f)', url: 'https://crust.example/jobs/2', company: { name: 'Crust & Co' } },
    ]);
    const broken = read('<p>Gone</p>', first);
    expect(broken.postings).toMatchObject([{ title: 'Night baker', places: [{ text: 'Lyon' }, { text: 'Nantes' }] }]);
    expect(broken.flaws).toEqual([
      'The page https://crust.example/jobs/1?utm_source=x has no title at "h1" ("jobFields").',
    ]);
  });

  test('a listing without any posting has changed, unless it says that it has none', () => {
    expect(() => open(site).read('<p>New design</p>')).toThrow(
      'Expected postings at "ul.jobs > li" ("item") of https://crust.example/jobs, got a page without one.',
    );
    const { read } = open({ ...site, noJobs: '.empty' });
    expect(read('<p class="empty">No open positions</p>')).toMatchObject({ postings: [], flaws: [] });
  });

  test('postings without a title are reported; a listing of only such has changed', () => {
    const { read } = open({ ...site, fields: { ...fields, title: 'h3' } });
    const { postings, flaws } = read('<ul class="jobs"><li><h3>One</h3></li><li>Two</li></ul>');
    expect(postings.map(({ title }) => title)).toEqual(['One']);
    expect(flaws).toEqual(['Posting 2 of https://crust.example/jobs has no title at "h3".']);
    expect(() => read('<ul class="jobs"><li>Two</li></ul>')).toThrow(
      'Expected a title at "h3" in each "ul.jobs > li", got 1 without.',
    );
  });

  test('a page drawn by script is rendered before it is judged', () => {
    expect(open(site).read('<div id="app"></div><script src="/app.js"></script>')).toMatchObject({
      needsBrowser: true,
    });
    const data = { ...site, data: '#state', item: 'jobs', fields: { title: 'name' } };
    expect(open(data).read('<script src="/app.js"></script>')).toMatchObject({ needsBrowser: true, flaws: [] });
    const [ask] = [
      {
        url: 'https://crust.example/jobs',
        role: 'listing',
        accept: 'page',
        memo: { page: null, narrow: {}, whole: true },
      } as const,
    ];
    expect(() => open(data).read('<script src="/app.js"></script>', ask, true)).toThrow(
      'Expected JSON in "#state", got a page without.',
    );
  });

  test('data in a script or an attribute is read by paths, nested lists and structured pay too', () => {
    const jobs = [
      {
        name: 'Baker',
        link: '/j/7',
        offices: [{ city: 'Graz' }, { city: 'Linz' }],
        pay: { from: 2600, to: 3000 },
        at: 1_793_577_600,
      },
      { name: 'Cook', link: '/j/8', offices: [], pay: {}, at: null },
    ];
    const state = { list: { jobs } };
    const declared = {
      kind: 'site',
      pages: ['https://crust.example/jobs'],
      item: 'list.jobs',
      fields: {
        title: 'name',
        url: 'link',
        location: 'offices.*.city',
        salaryMin: 'pay.from',
        salaryMax: 'pay.to',
        salaryCurrency: '=EUR',
        salaryPer: '=month',
        posted: 'at',
      },
    };
    const inScript = `<script>window.state = ${JSON.stringify(state)};</script>`;
    const attribute = `<div id="app" data-page="${JSON.stringify(state).replaceAll('"', '&quot;')}"></div>`;
    for (const [data, body] of [
      ['script', inScript],
      ['#app@data-page', attribute],
    ]) {
      const { postings } = open({ ...declared, data }).read(body ?? '');
      expect(postings).toMatchObject([
        {
          title: 'Baker',
          url: 'https://crust.example/j/7',
          places: [{ text: 'Graz' }, { text: 'Linz' }],
          salary: { min: '2600', max: '3000', currency: 'EUR', per: 'month' },
          postedAt: 1_793_577_600,
        },
        { title: 'Cook', places: [], salary: null, postedAt: null },
      ]);
    }
    const empty = '<script>window.state = {"list":{"jobs":[]}}</script>';
    expect(open({ ...declared, data: 'script' }).read(empty)).toMatchObject({ postings: [], flaws: [] });
    const renamed = '<p>x</p><script>window.state = {"list":{"roles":[]}}</script>';
    expect(() => open({ ...declared, data: 'script', render: 'never' }).read(renamed)).toThrow(
      'Expected a list at "list.jobs"',
    );
  });

  test('a feed of any XML or JSON is read the same way', () => {
    const xml = `<?xml version="1.0"?><jobs xmlns:j="urn:j"><job nr="5"><j:name>Smith</j:name><text><![CDATA[<p>Forge.</p>]]></text>
      <link>https://forge.example/5</link></job></jobs>`;
    const feed = { kind: 'feed', url: 'https://forge.example/jobs.xml' };
    const declared = { item: 'job', fields: { title: 'j\\:name', url: 'link', id: '@nr', description: 'text' } };
    expect(open({ ...feed, ...declared }).read(xml).postings).toMatchObject([
      { title: 'Smith', url: 'https://forge.example/5', sourceJobId: '5', descriptionHtml: '<p>Forge.</p>' },
    ]);
    expect(() => open({ ...feed, ...declared }).read('<jobs></jobs>')).toThrow('Expected postings at "job" ("item")');
    const json = { item: '$', fields: { title: 'role', company: 'by.name' } };
    const { read } = open({ ...feed, ...json });
    expect(read('[{"role":"Smith","by":{"name":"Forge"}},{"role":"Smith"}]').postings).toMatchObject([
      { title: 'Smith', company: { name: 'Forge' }, url: 'https://forge.example/jobs.xml#smith' },
      { title: 'Smith', url: 'https://forge.example/jobs.xml#smith-2' },
    ]);
    expect(read('[]').postings).toEqual([]);
    expect(() => read('[{"rolle":"Smith"}]')).toThrow('Expected a title at "role" in each "$", got 1 without.');
  });

  test('an incomplete declaration is refused with what is missing', () => {
    expect(() => open({ kind: 'site', pages: ['https://x.example'], fields: { title: 'h1' } })).toThrow(
      /give "item" too/,
    );
    expect(() => open({ kind: 'feed', url: 'https://x.example/f', item: 'job' })).toThrow(/need at least "title"/);
    expect(() => open({ kind: 'site', pages: ['https://x.example'], item: 'li', fields: { titel: 'h1' } })).toThrow(
      /titel/,
    );
  });

  test.each([
    [{ item: 'ul[' }, listing, '"ul["'],
    [{ item: 'ul.jobs > li', fields: { title: 'h3:nope' } }, listing, '"h3:nope"'],
    [{ data: 'script[', item: 'jobs', fields: { title: 'name' } }, listing, '"script["'],
  ])(
    'a selector that is none is a mistake in the settings, not a fault of this service: %j',
    (declared, body, named) => {
      const { read } = open({ kind: 'site', pages: ['https://crust.example/jobs'], ...declared });
      expect(() => read(body)).toThrow(SourceError);
      expect(() => read(body)).toThrow(`${named} in the settings of this source is not a CSS selector (`);
    },
  );

  test.each(['jobLinks', 'nextLink', 'noJobs'])('a %s that is no selector is refused with the sources file', (name) => {
    const settings = { kind: 'site', pages: ['https://crust.example/jobs'] };
    expect(() => open({ ...settings, [name]: 'a[href' })).toThrow(
      new RegExp(`sources\\[0\\]\\.${name}: This is not a CSS selector \\(.+\\)\\. Got "a\\[href"\\.`),
    );
    expect(() => open({ ...settings, [name]: 'a:visitted' })).toThrow(/visitted/);
    expect(() => open({ ...settings, [name]: 'a.job:not([href*="#"]), main > a' })).not.toThrow();
  });
});
