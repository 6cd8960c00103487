import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { thousandsWords as formatCount, say } from '../../shared/messages/messages.js';
import { formatAgo, formatMoney, formatShare } from '../lib/format.js';
import { keyOf, nameOf } from '../map/world.js';
import { type PlaceRow, remoteShare } from './geo-stats.js';

/** The table of places, the text form of the map: clicking a column sorts it; clicking a place shows it on the map. */
type PlacesTableProps = {
  rows: readonly PlaceRow[];
  chosen: string | null;
  /** Pay in other currencies is left out, because the amounts are not comparable. */
  currency: string | null;
  choose(key: string): void;
};

/** Rows rendered until all are requested; a longer table takes a phone a second. */
const firstRows = 40;

type Column = {
  title: string;
  isNumber: boolean;
  show(row: PlaceRow): ComponentChildren;
  sortBy(row: PlaceRow): Figure;
};

/** `null` is always sorted last. */
type Figure = number | string | null;

const columnsOf = ({ currency, choose }: PlacesTableProps): readonly Column[] => {
  const figure = <Value extends Figure>(
    title: string,
    sortBy: (row: PlaceRow) => Value,
    write: (value: Value) => string,
  ): Column => ({ title, isNumber: true, sortBy, show: (row) => write(sortBy(row)) });
  const payTitle = say('geo.medianPay') + (currency === null ? '' : `, ${currency}`);
  return [
    {
      title: say('geo.place'),
      isNumber: false,
      sortBy: (row) => nameOf(row),
      show: (row) =>
        row.place === null ? (
          <span class="quiet">{nameOf(row)}</span>
        ) : (
          <button type="button" class="link" onClick={() => choose(keyOf(row))}>
            {nameOf(row)}
          </button>
        ),
    },
    figure(say('geo.jobs'), ({ jobs }) => jobs, formatCount),
    figure(say('badge.new'), ({ newJobs }) => newJobs, formatCount),
    figure(say('geo.demand'), ({ searches }) => searches, formatCount),
    figure(say('remoteFilter.remote'), remoteShare, formatShare),
    figure(
      payTitle,
      ({ salary }) => (salary.currency === currency ? salary.medianYearly : null),
      (amount) => formatMoney(amount, currency),
    ),
    figure(
      say('geo.read'),
      ({ lastCollectedAt }) => lastCollectedAt,
      (at) => (at === null ? '–' : formatAgo(at, new Date(), { short: true })),
    ),
  ];
};

export function PlacesTable(props: PlacesTableProps) {
  const { rows, chosen } = props;
  const [order, setOrder] = useState({ column: 1, isDown: true });
  const [wantsAll, setWantsAll] = useState(false);
  const columns = columnsOf(props);
  const all = sorted(rows, columns[order.column], order.isDown);
  // The chosen row is always rendered.
  const least = Math.max(firstRows, all.findIndex((row) => keyOf(row) === chosen) + 1);
  const drawn = wantsAll || all.length <= least ? all : all.slice(0, least);
  const sort = (column: number): void =>
    setOrder({ column, isDown: order.column === column ? !order.isDown : (columns[column]?.isNumber ?? false) });
  return (
    <>
      <table>
        <caption class="visually-hidden">{say('geo.tableIs')}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }, at) => (
              <th
                key={title}
                scope="col"
                class={isNumber ? 'number' : undefined}
                aria-sort={order.column !== at ? 'none' : order.isDown ? 'descending' : 'ascending'}
              >
                <button type="button" onClick={() => sort(at)}>
                  {title}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drawn.map((row) => (
            <tr key={keyOf(row)} class={keyOf(row) === chosen ? 'is-chosen' : undefined}>
              {columns.map(({ title, isNumber, show }, at) =>
                at === 0 ? (
                  <th key={title} scope="row">
                    {show(row)}
                  </th>
                ) : (
                  <td key={title} class={isNumber ? 'number' : undefined}>
                    {show(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {drawn.length < all.length && (
        <button type="button" class="act" onClick={() => setWantsAll(true)}>
          {say('geo.showAll', { n: all.length })}
        </button>
      )}
    </>
  );
}

function sorted(rows: readonly PlaceRow[], column: Column | undefined, isDown: boolean): PlaceRow[] {
  if (column === undefined) return [...rows];
  const turn = isDown ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [column.sortBy(one), column.sortBy(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return typeof a === 'string' || typeof b === 'string' ? turn * String(a).localeCompare(String(b)) : turn * (a - b);
  });
}
