/** The frame and tables of the operator's pages, rendered on the server without scripts. */
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { formatAgo } from '../../pages/lib/format.js';
import { thousandsWords } from '../../shared/messages/messages.js';

const bar = [
  ['/admin', 'Overview'],
  ['/admin/searches', 'Searches'],
  ['/admin/figures', 'Figures'],
  ['/queues', 'Queues'],
  ['/metrics', 'Metrics'],
] as const;

type Frame = { path: string; title: string; edition: string; main: ComponentChildren };

/** Renders a page for a path of the admin port as HTML. */
export function writeOperatorPage({ path, title, edition, main }: Frame): string {
  const file = (name: string) => `/pages/${edition}/${name}`;
  return `<!doctype html>${renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title} · Job search</title>
        <link rel="icon" href={file('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={file('site-admin.css')} />
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
            {bar.map(([to, name]) => (
              <a key={to} href={to} aria-current={to === path ? 'page' : undefined}>
                {name}
              </a>
            ))}
          </nav>
        </header>
        <main class="operator" id="main">
          <h1>{title}</h1>
          {main}
        </main>
      </body>
    </html>,
  )}\n`;
}

/** A number with thousands separators; a dash if there is none. */
export const number = (value: number | null | undefined): string => (value == null ? '–' : thousandsWords(value));

/** A time relative to now; a dash if there is none. */
export const Ago = ({ iso, now }: { iso: string | null | undefined; now: Date }) =>
  iso == null ? (
    <>–</>
  ) : (
    <time dateTime={iso} title={iso}>
      {formatAgo(iso, now)}
    </time>
  );

type TableProps = {
  label: string;
  id: string;
  heads: readonly string[];
  /** The first cell of each row is its header. */
  rows: readonly (readonly ComponentChildren[])[];
  /** Numeric columns, counted from 0. */
  numbers?: readonly number[];
  /** Shown if there are no rows. */
  none: string;
};

/** A table that scrolls horizontally on a small screen. */
export const Table = ({ label, id, heads, rows, numbers = [], none }: TableProps) => (
  <section class="scroll" tabIndex={0} aria-label={label}>
    <table id={id}>
      <thead>
        <tr>
          {heads.map((head, at) => (
            <th key={head} scope="col" class={numbers.includes(at) ? 'number' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.length === 0 && (
          <tr>
            <td colSpan={heads.length}>{none}</td>
          </tr>
        )}
        {rows.map(([head, ...cells], at) => (
          <tr key={at}>
            <th scope="row">{head}</th>
            {cells.map((cell, column) => (
              <td key={column} class={numbers.includes(column + 1) ? 'number' : undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
