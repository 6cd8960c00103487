/** The HTML of the operator's pages, whose scripts do the rest. */
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';

type OperatorPage = { name: string; title: string; about: string; script: string; otherwise: ComponentChildren };

const pages: ReadonlyMap<string, OperatorPage> = new Map([
  [
    '/admin',
    {
      name: 'Sources',
      title: 'Operator',
      script: 'admin.js',
      about: 'The sources of this service, and what they do.',
      otherwise: <code>npx job-search sources</code>,
    },
  ],
  [
    '/admin/searches',
    {
      name: 'Searches',
      title: 'Searches',
      script: 'admin-searches.js',
      about: 'The last searches, and what became of them.',
      otherwise: <code>/admin/searches/runs?id=…</code>,
    },
  ],
  [
    '/admin/figures',
    {
      name: 'Figures',
      title: 'Figures',
      script: 'admin-figures.js',
      about: 'What this service did.',
      otherwise: <code>/admin/geo-stats</code>,
    },
  ],
]);

const others = [
  ['/queues', 'Queues'],
  ['/metrics', 'Metrics'],
] as const;

/** The page at a path; `null` = there is none. */
export function writeOperatorPage(path: string, edition: string): string | null {
  const page = pages.get(path);
  if (page === undefined) return null;
  const file = (name: string) => `/pages/${edition}/${name}`;
  const links = [...[...pages].map(([to, { name }]) => [to, name] as const), ...others];
  return `<!doctype html>${renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={page.about} />
        <meta name="color-scheme" content="light dark" />
        <title>{page.title} · Job search</title>
        <link rel="icon" href={file('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={file('site-admin.css')} />
        <script type="module" src={file(page.script)} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the contents
        </a>
        <header class="top">
          <a class="brand" href="/admin">
            <img src={file('icon.svg')} alt="" width="28" height="28" />
            Job search
          </a>
          <nav aria-label="Pages">
            {links.map(([to, name]) => (
              <a key={to} href={to} aria-current={to === path ? 'page' : undefined}>
                {name}
              </a>
            ))}
          </nav>
        </header>
        <main class="operator" id="main" />
        <noscript>
          <p class="operator">This page needs scripts; {page.otherwise} has the same.</p>
        </noscript>
      </body>
    </html>,
  )}\n`;
}
