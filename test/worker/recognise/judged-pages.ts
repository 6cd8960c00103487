/** A page and what is right for it: a kind with settings, or `null` when it names no board of its company. */
export type JudgedPage = {
  url: string;
  body: string;
  right: { kind: string; settings: Record<string, string> } | null;
};

const html = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><nav><a href="/">Home</a><a href="/about">About</a><a href="https://www.linkedin.com/company/x">LinkedIn</a></nav>${body}<footer><a href="/privacy">Privacy</a></footer></body></html>`;

const uuid = (n: number): string => `5c1f7c5e-1111-2222-3333-${String(n).padStart(12, '0')}`;
const list = (links: readonly string[]): string =>
  `<ul>${links.map((href, n) => `<li><a href="${href}">Engineer ${n}</a></li>`).join('')}</ul>`;
const three = (make: (n: number) => string): string => list([1, 2, 3].map(make));

/** Shapes in which a company's page names its board. */
const shapes: ((token: string) => { kind: string; settings: Record<string, string>; body: string; head?: string })[] = [
  (t) => ({
    kind: 'greenhouse',
    settings: { board: t },
    body: `<div id="grnhse_app"></div><script src="https://boards.greenhouse.io/embed/job_board/js?for=${t}"></script>`,
  }),
  (t) => ({
    kind: 'greenhouse',
    settings: { board: t },
    body: `<iframe id="grnhse_iframe" src="https://job-boards.greenhouse.io/embed/job_board?for=${t}&b=https%3A%2F%2Fx.example"></iframe>`,
  }),
  (t) => ({
    kind: 'greenhouse',
    settings: { board: t },
    body: `<script>fetch("https://boards-api.greenhouse.io/v1/boards/${t}/jobs?content=true").then(r=>r.json())</script>`,
  }),
  (t) => ({
    kind: 'greenhouse',
    settings: { board: t },
    body: `<script id="__NEXT_DATA__" type="application/json">{"props":{"jobs":[{"absolute_url":"https:\\/\\/boards.greenhouse.io\\/${t}\\/jobs\\/412"},{"absolute_url":"https:\\/\\/boards.greenhouse.io\\/${t}\\/jobs\\/413"}]}}</script>`,
  }),
  (t) => ({
    kind: 'greenhouse',
    settings: { board: t },
    body: three((n) => `https://job-boards.greenhouse.io/${t}/jobs/${n}00?gh_jid=${n}`),
  }),
  (t) => ({ kind: 'lever', settings: { site: t }, body: three((n) => `https://jobs.lever.co/${t}/${uuid(n)}`) }),
  (t) => ({
    kind: 'lever',
    settings: { site: t },
    body: `<div id="lever-jobs-container"></div><script>window.leverJobsOptions = {accountName: '${t}', includeCss: true};</script>`,
  }),
  (t) => ({
    kind: 'lever',
    settings: { site: t },
    body: `<script>const u='https://api.lever.co/v0/postings/${t}?mode=json&group=team';</script>`,
  }),
  (t) => ({
    kind: 'lever',
    settings: { site: t, baseUrl: 'https://api.eu.lever.co' },
    body: `<a class="btn" href="https://jobs.eu.lever.co/${t}">See open positions</a>`,
  }),
  (t) => ({
    kind: 'ashby',
    settings: { board: t },
    body: `<div id="ashby_embed"></div><script src="https://jobs.ashbyhq.com/${t}/embed?version=2"></script>`,
  }),
  (t) => ({ kind: 'ashby', settings: { board: t }, body: three((n) => `https://jobs.ashbyhq.com/${t}/${uuid(n)}`) }),
  (t) => ({
    kind: 'smartrecruiters',
    settings: { company: t },
    body: three((n) => `https://jobs.smartrecruiters.com/${t}/74399991234567${n}-engineer`),
  }),
  (t) => ({
    kind: 'smartrecruiters',
    settings: { company: t },
    body: `<script>window.api="https:\\/\\/api.smartrecruiters.com\\/v1\\/companies\\/${t}\\/postings"</script>`,
  }),
  (t) => ({
    kind: 'workable',
    settings: { account: t },
    body: three((n) => `https://apply.workable.com/${t}/j/ABCDEF123${n}/`),
  }),
  (t) => ({ kind: 'workable', settings: { account: t }, body: `<a href="https://${t}.workable.com">Jobs at us</a>` }),
  (t) => ({
    kind: 'recruitee',
    settings: { company: t },
    body: three((n) => `https://${t}.recruitee.com/o/engineer-${n}`),
  }),
  (t) => ({
    kind: 'personio',
    settings: { company: t },
    body: `<iframe src="https://${t}.jobs.personio.de/?language=de"></iframe>`,
  }),
  (t) => ({
    kind: 'personio',
    settings: { company: t },
    body: three((n) => `https://${t}.jobs.personio.com/job/10${n}?language=en`),
  }),
  (t) => ({
    kind: 'teamtailor',
    settings: { site: t },
    body: `<a href="https://${t}.teamtailor.com/jobs">All jobs</a>`,
  }),
  (t) => ({
    kind: 'bamboohr',
    settings: { company: t },
    body: `<div id="BambooHR" data-domain="${t}.bamboohr.com" data-version="1.0.0"></div><script src="//${t}.bamboohr.com/js/embed.js" async></script>`,
  }),
  (t) => ({
    kind: 'workday',
    settings: { tenant: t, host: 'wd3', site: 'External' },
    body: `<a href="https://${t}.wd3.myworkdayjobs.com/en-US/External">Search jobs</a><a href="https://${t}.wd3.myworkdayjobs.com/External/login">Returning candidates</a>`,
  }),
  (t) => ({ kind: 'pinpoint', settings: { company: t }, body: `<a href="https://${t}.pinpointhq.com/">Vacancies</a>` }),
  (t) => ({
    kind: 'breezy',
    settings: { company: t },
    body: three((n) => `https://${t}.breezy.hr/p/4d1f2a3${n}-engineer`),
  }),
];

/** Names of a company's site and of its board, which are often not the same. */
const names: readonly [site: string, token: string][] = [
  ['crust.example', 'crust'],
  ['nimbus-robotics.example', 'nimbusrobotics'],
  ['getlumen.example', 'lumen-io'],
];

const named = shapes.flatMap((shape) =>
  names.map(([site, token]): JudgedPage => {
    const { kind, settings, body, head } = shape(token);
    return { url: `https://www.${site}/careers`, body: html('Careers', body, head), right: { kind, settings } };
  }),
);

const boards = ['stripe', 'linear', 'plaid', 'ramp', 'vanta', 'deel', 'notion'];

/** Pages that mislead: boards of others, systems named in passing, two boards. */
const others: JudgedPage[] = [
  {
    url: 'https://careers.crust.example/careers',
    body: html('Careers', '<main></main>', '<script>window._EF_GROUP_ID = "crust.example";</script>'),
    right: { kind: 'eightfold', settings: { company: 'crust', baseUrl: 'https://careers.crust.example' } },
  },
  {
    url: 'https://jobs.crust.example/open',
    body: html('Jobs', '<div id="app"></div>', '<script>var globalUmantisParams = {};</script>'),
    right: { kind: 'umantis', settings: { host: 'jobs.crust.example' } },
  },
  {
    url: 'https://careers.crust.example/jobs',
    body: html('Jobs', '<main></main>', '<meta name="generator" content="Teamtailor" />'),
    right: { kind: 'teamtailor', settings: { site: 'careers.crust.example' } },
  },
  {
    url: 'https://jobs.crust.example/',
    body: html(
      'Crust',
      '<main></main>',
      '<link rel="stylesheet" href="https://assets-aws.teamtailor-cdn.com/assets/packs/css/careersite.css">',
    ),
    right: { kind: 'teamtailor', settings: { site: 'jobs.crust.example' } },
  },
  {
    url: 'https://ventures.example/portfolio-jobs',
    body: html('Portfolio jobs', list(boards.map((b) => `https://jobs.lever.co/${b}`))),
    right: null,
  },
  {
    url: 'https://ventures.example/careers',
    body: html('Jobs at our companies', list(boards.map((b) => `https://boards.greenhouse.io/${b}/jobs/1`))),
    right: null,
  },
  {
    url: 'https://blog.example/2026/how-we-met',
    body: html('How we met', '<p>My friend works <a href="https://jobs.lever.co/palantir/1">there</a>.</p>'),
    right: null,
  },
  {
    url: 'https://blog.example/notes',
    body: html('Notes', '<p>See https://boards.greenhouse.io/stripe for an example.</p>'),
    right: null,
  },
  {
    url: 'https://www.crust.example/careers',
    body: html('Careers', '<p>No openings.</p><a href="https://www.greenhouse.io/">Powered by Greenhouse</a>'),
    right: null,
  },
  {
    url: 'https://www.crust.example/careers',
    body: html(
      'Careers',
      '<a href="https://www.lever.co/">Powered by Lever</a><a href="https://jobs.lever.co/">Lever</a>',
    ),
    right: null,
  },
  {
    url: 'https://www.crust.example/careers',
    body: html('Careers', '<a href="https://www.workable.com/?utm_source=widget">Powered by Workable</a>'),
    right: null,
  },
  {
    url: 'https://www.crust.example/jobs',
    body: html(
      'Jobs',
      '<a href="https://www.linkedin.com/company/crust/jobs">LinkedIn</a><a href="https://remoteok.com/crust">RemoteOK</a>',
    ),
    right: null,
  },
  { url: 'https://www.crust.example/jobs', body: html('Jobs', list(['/jobs/1', '/jobs/2', '/jobs/3'])), right: null },
  {
    url: 'https://www.crust.example/careers',
    body: html(
      'Careers',
      `<!-- <script src="https://boards.greenhouse.io/embed/job_board/js?for=crustold"></script> -->${three((n) => `https://jobs.lever.co/crust/${uuid(n)}`)}`,
    ),
    right: { kind: 'lever', settings: { site: 'crust' } },
  },
  {
    url: 'https://www.crust.example/careers',
    body: html(
      'Careers',
      `<script src="https://jobs.ashbyhq.com/crust/embed"></script><p><a href="https://boards.greenhouse.io/crustlegacy">Our former board</a></p>`,
    ),
    right: { kind: 'ashby', settings: { board: 'crust' } },
  },
  {
    url: 'https://www.crust.example/careers',
    body: html(
      'Careers',
      `${three((n) => `https://jobs.lever.co/crust/${uuid(n)}`)}<a href="https://jobs.lever.co/partnerco">Our partner hires too</a>`,
    ),
    right: { kind: 'lever', settings: { site: 'crust' } },
  },
  {
    url: 'https://boards.greenhouse.io/crust',
    body: html(
      'Jobs at Crust',
      three((n) => `https://boards.greenhouse.io/crust/jobs/${n}`),
    ),
    right: { kind: 'greenhouse', settings: { board: 'crust' } },
  },
  {
    url: 'https://www.crust.example/',
    body: html('Crust bakes', `<a href="https://boards.greenhouse.io/crust">We are hiring</a>`),
    right: { kind: 'greenhouse', settings: { board: 'crust' } },
  },
  { url: 'https://www.crust.example/', body: html('Crust bakes', '<a href="/careers">Careers</a>'), right: null },
  {
    url: 'https://news.example/startups',
    body: html('Startups that are hiring', list(boards.map((b) => `https://jobs.ashbyhq.com/${b}`))),
    right: null,
  },
  {
    url: 'https://www.crust.example/integrations/greenhouse',
    body: html('Crust for Greenhouse', '<a href="https://boards.greenhouse.io/examplecompany">Example board</a>'),
    right: null,
  },
];

export const judgedPages: readonly JudgedPage[] = [...named, ...others];
