import { button, el } from '../lib/dom.js';
import { formatCount } from '../lib/format.js';

/** Rows that are drawn until all are asked for; a longer table would take a phone a second. */
const firstRows = 40;

/** A column of a sortable table. */
export type Column<Row> = {
  title: string;
  /** Numbers are right-aligned and sorted in descending order first. */
  isNumber: boolean;
  show(row: Row): Node | string;
  /** `null` is always sorted last. */
  sortBy(row: Row): number | string | null;
};

export type Table<Row> = { draw(rows: readonly Row[], chosen: string | null): void };

type Order = { column: number; isDown: boolean };

/** A table that is sorted by pressing a column header; `keyOf` identifies rows. */
export function createSortTable<Row>(
  holder: HTMLElement,
  { caption, columns, keyOf, first }: SortTableOptions<Row>,
): Table<Row> {
  let order: Order | null = first === undefined ? null : { column: first, isDown: columns[first]?.isNumber ?? false };
  let shown: readonly Row[] = [];
  let chosen: string | null = null;
  let wantsAll = false;
  const body = el('tbody');
  const more = button({ class: 'act', hidden: true }, () => {
    wantsAll = true;
    const next = body.rows.length;
    paint();
    body.rows[next]?.querySelector('button')?.focus();
  });
  const heads = columns.map(({ title, isNumber }, column) =>
    el(
      'th',
      { scope: 'col', class: isNumber ? 'number' : null },
      button({}, () => sort(column), title),
    ),
  );

  const paint = (): void => {
    for (const [column, head] of heads.entries())
      head.setAttribute('aria-sort', order?.column !== column ? 'none' : order.isDown ? 'descending' : 'ascending');
    const all = sorted(shown, columns, order);
    // The chosen row is always there.
    const least = Math.max(firstRows, all.findIndex((row) => keyOf(row) === chosen) + 1);
    const drawn = wantsAll || all.length <= least ? all : all.slice(0, least);
    more.hidden = drawn.length === all.length;
    more.textContent = `Show all ${formatCount(all.length)}`;
    const rows = drawn.map((row) => {
      const cells = columns.map((column, index) => showCell(column, row, index === 0));
      return el('tr', { 'data-key': keyOf(row), class: keyOf(row) === chosen ? 'is-chosen' : null }, ...cells);
    });
    replaceRows(body, rows);
  };
  const sort = (column: number): void => {
    const isDown = columns[column]?.isNumber ?? false;
    order = { column, isDown: order?.column === column ? !order.isDown : isDown };
    paint();
  };

  holder.replaceChildren(
    el(
      'table',
      {},
      el('caption', { class: 'visually-hidden' }, caption),
      el('thead', {}, el('tr', {}, ...heads)),
      body,
    ),
    more,
  );
  return {
    draw(rows, key) {
      shown = rows;
      chosen = key;
      paint();
    },
  };
}

/** Replaces the rows and keeps the keyboard focus on the same row. */
function replaceRows(body: HTMLTableSectionElement, rows: readonly HTMLTableRowElement[]): void {
  const focused = body.querySelector<HTMLElement>('tr:focus-within')?.dataset.key;
  body.replaceChildren(...rows);
  if (focused === undefined) return;
  const row = rows.find(({ dataset }) => dataset.key === focused);
  row?.querySelector('button')?.focus({ preventScroll: true });
}

/** `first`: the column by which rows are sorted until another is pressed; absent = as they come. */
type SortTableOptions<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  first?: number;
};

function showCell<Row>({ isNumber, show }: Column<Row>, row: Row, isFirst: boolean): HTMLElement {
  const attributes = { class: isNumber ? 'number' : null };
  return isFirst ? el('th', { scope: 'row', ...attributes }, show(row)) : el('td', attributes, show(row));
}

/** The rows in the selected order, or in their original order. */
function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], order: Order | null): Row[] {
  const column = order === null ? undefined : columns[order.column];
  if (order === null || column === undefined) return [...rows];
  const turn = order.isDown ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [column.sortBy(one), column.sortBy(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return typeof a === 'string' || typeof b === 'string' ? turn * String(a).localeCompare(String(b)) : turn * (a - b);
  });
}
