import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { basePath } from '../../pages/lib/base-path.js';
import { say, sayWith, spokenLanguage } from '../../shared/messages/messages.js';
import type { RequestContext } from '../middleware/identify.js';
import { languageLinks } from '../middleware/speak.js';
import { type Pages, pageHeaders } from './pages.js';

/** Renders the parts that all pages share around their contents. */

/**
 * `script`: a module of pages/. `styles`: style sheets loaded after site.css, without extension, by default those of
 * the search page; the build joins them (scripts/build/build-pages.mjs). `current`: the highlighted link.
 */
export type PageParts = {
  title: string;
  description: string;
  head?: ComponentChildren;
  main: ComponentChildren;
  script?: string;
  styles?: readonly string[];
  current?: string;
  /** The address of a page with a query, which is preserved when the language changes. */
  address?: string;
  /** The page has no search yet, so its form is large. */
  isStart?: boolean;
  /** The first paint depends on data stored in the browser. */
  isSplit?: boolean;
};

const searchStyles = ['search', 'results', 'written'];

const bar = [
  ['/', 'search'],
  ['/saved', 'saved'],
  ['/geo', 'map'],
] as const;

export type Written = Pick<Pages, 'edition' | 'scripts' | 'hasAccounts'>;

export function writePage({ edition, scripts, hasAccounts }: Written, parts: PageParts): string {
  const { title, description, head, main, script, styles = searchStyles, current, isStart = false } = parts;
  const file = (name: string) => `/pages/${edition}/${name}`;
  const isSearch = script === 'search';
  const language = spokenLanguage();
  const module = `${script}-${language}.js`;
  const link = (href: string) => (text: string) => <a href={href}>{text}</a>;
  return `<!doctype html>${renderToString(
    <html
      lang={language}
      class={isStart ? undefined : 'asked'}
      data-base={basePath() || undefined}
      data-accounts={hasAccounts ? '' : undefined}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          href="/opensearch.xml"
          title={say('jobSearch')}
        />
        <link rel="icon" href={file('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={file(`${['site', ...styles].join('-')}.css`)} />
        {isSearch && <script src={file('before-paint.js')} />}
        {script !== undefined && <script type="module" src={file(scripts[module] ?? module)} />}
        {head}
      </head>
      <body class={parts.isSplit === true ? 'split' : undefined}>
        <a class="skip" href={isSearch ? '#results' : '#main'}>
          {say(isSearch ? 'skip.results' : 'skip.contents')}
        </a>
        <header class="top">
          <a class="brand" href="/">
            <img src={file('icon.svg')} alt="" width="28" height="28" />
            <span>{say('jobSearch')}</span>
          </a>
          <nav aria-label={say('pages')}>
            {[...bar, ...(hasAccounts ? [['/account', 'account'] as const] : [])].map(([address, name]) => (
              <a key={address} href={address} aria-current={address === current ? 'page' : undefined}>
                {say(name)}
              </a>
            ))}
          </nav>
        </header>
        <main id="main">{main}</main>
        <footer class="bottom">
          <p>
            {sayWith('foot', { api: link('/api/docs'), boards: link('/boards') })}{' '}
            {isSearch && (
              <button type="button" class="link" id="open-help">
                {say('keys')}
              </button>
            )}
          </p>
          <nav id="languages" class="languages" aria-label={say('languages')}>
            {languageLinks(parts.address).map(({ code, name, href }) => (
              <a
                key={code}
                lang={code}
                hreflang={code}
                href={href}
                aria-current={code === language ? 'true' : undefined}
              >
                {name}
              </a>
            ))}
          </nav>
        </footer>
      </body>
    </html>,
  )}\n`;
}

/** `isIndexed`: search engines may list the page. */
type Sent = PageParts & { status?: number; isIndexed?: boolean; cache?: 'no-cache' | 'no-store' };

export function sendPage(ctx: RequestContext, pages: Pages, sent: Sent): void {
  const { status = 200, isIndexed = false, cache = 'no-cache', ...parts } = sent;
  ctx.set({ ...pageHeaders, 'Cache-Control': cache, ...(!isIndexed && { 'X-Robots-Tag': 'noindex' }) });
  ctx.status = status;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = writePage(pages, parts);
}

/** The title and text of a page for one reader. */
export type PageText = readonly [title: string, main: ComponentChildren];

/** Sends such a page, which browsers must not store. */
export function sendText(
  ctx: RequestContext,
  pages: Pages,
  status: number,
  [title, main]: PageText,
  more: Partial<PageParts> = {},
): void {
  sendPage(ctx, pages, {
    ...{ status, cache: 'no-store', title: `${title} · ${say('jobSearch')}`, description: title },
    address: ctx.method === 'GET' ? ctx.url : '',
    main: (
      <>
        <h1>{title}</h1>
        {main}
      </>
    ),
    ...more,
  });
}

/** Data for the page's script, or structured data. A `<` in it cannot close the element. */
export const Data = ({ type, id, value }: { type: string; id?: string; value: unknown }): VNode => (
  <script
    type={type}
    id={id}
    // JSON with every `<` escaped.
    dangerouslySetInnerHTML={{ __html: JSON.stringify(value).replaceAll('<', '\\u003c') }}
  />
);

/** Metadata of a page for search engines and shared links. */
export const Shared = ({ address, title, summary }: { address: string; title: string; summary?: string }): VNode => (
  <>
    <link rel="canonical" href={address} />
    <meta property="og:type" content="website" />
    <meta property="og:title" content={title} />
    {summary !== undefined && <meta property="og:description" content={summary} />}
    <meta property="og:url" content={address} />
    <meta property="og:site_name" content={say('jobSearch')} />
  </>
);
