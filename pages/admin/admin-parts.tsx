import type { ComponentChildren } from 'preact';
import type { AdminOutcome } from './admin-request.js';

/** Parts of the operator's pages: numbers, times, tables, and what became of a request. */

/** A number with its thousands apart; a dash for none. */
export const number = (value: number | null): string => (value === null ? '–' : value.toLocaleString('en'));

/** A time as its distance from now. */
export function distance(iso: string | null): string {
  if (iso === null) return '–';
  const seconds = (Date.parse(iso) - Date.now()) / 1000;
  const size = Math.abs(seconds);
  const units = [
    [90, 1, 's'],
    [5400, 60, 'min'],
    [129_600, 3600, 'h'],
    [Number.POSITIVE_INFINITY, 86_400, 'days'],
  ] as const;
  const [, length, unit] = units.find(([below]) => size < below) ?? units[3];
  const words = `${Math.round(size / length)} ${unit}`;
  return seconds < 0 ? `${words} ago` : `in ${words}`;
}

/** A cell with a time. */
export const TimeCell = ({ iso }: { iso: string | null }) => (
  <td>
    {iso === null ? (
      '–'
    ) : (
      <time dateTime={iso} title={new Date(iso).toLocaleString()}>
        {distance(iso)}
      </time>
    )}
  </td>
);

type TableProps = {
  label: string;
  id?: string;
  heads?: readonly string[];
  numbers?: readonly number[];
  children: ComponentChildren;
};

/** A table that scrolls; `numbers`: the columns of numbers. */
export const ScrollTable = ({ label, id, heads = [], numbers = [], children }: TableProps) => (
  <section class="scroll" tabIndex={0} aria-label={label}>
    <table>
      {heads.length > 0 && (
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th key={head} scope="col" class={numbers.includes(at) ? 'number' : undefined}>
                {head === 'Change' ? <span class="unseen">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody id={id}>{children}</tbody>
    </table>
  </section>
);

type PlainProps = Omit<TableProps, 'children'> & { rows: readonly (readonly string[])[]; none: string };

/** A table of words, each row headed by its first cell; `none` is shown when there are none. */
export const PlainTable = ({ rows, none, ...table }: PlainProps) => (
  <ScrollTable {...table}>
    {rows.length === 0 && <EmptyRow words={none} />}
    {rows.map(([head = '', ...cells], at) => (
      <tr key={`${head} ${at}`}>
        <th scope="row">{head}</th>
        {cells.map((cell, column) => (
          <td key={column}>{cell}</td>
        ))}
      </tr>
    ))}
  </ScrollTable>
);

export const EmptyRow = ({ words }: { words: string }) => (
  <tr>
    <td colSpan={10}>{words}</td>
  </tr>
);

/** What became of a request, said to assistive technology, too. */
export const Outcome = ({ state, sentence }: AdminOutcome) => (
  <p id="outcome" role="status" data-state={state}>
    {sentence}
  </p>
);

type PagerProps = { page: number; pages: number; words?: string; turn(step: number): void };

export const Pager = ({ page, pages, words = '', turn }: PagerProps) => (
  <nav class="line pager" aria-label="Pages of the table">
    <button type="button" disabled={page <= 1} onClick={() => turn(-1)}>
      Previous
    </button>
    <span id="page">{`Page ${page} of ${number(pages)}${words}`}</span>
    <button type="button" disabled={page >= pages} onClick={() => turn(1)}>
      Next
    </button>
  </nav>
);

/** A link to a site outside; plain text where there is no address. */
export const SiteLink = ({ address, children }: { address: string | null; children: ComponentChildren }) =>
  address === null ? (
    <span>{children}</span>
  ) : (
    <a href={/^https?:\/\//.test(address) ? address : `https://${address}`} rel="noreferrer">
      {children}
    </a>
  );
