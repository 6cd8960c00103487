import { thousandsWords as formatCount, say } from '../../shared/messages/messages.js';
import { formatMoney, formatShare } from '../lib/format.js';
import { countryName, nameOf, searchedLocation } from '../map/world.js';
import { type GeoStats, type PlaceRow, remoteShare } from './geo-stats.js';
import type { Colouring } from './measure.js';

/** The map page's figures for a place, a country, or everything. */
type Scope = { place: PlaceRow | null; country: string | null };

/** The subject of the figures. */
export function scopeName({ place, country }: Scope): string {
  if (place !== null) return nameOf(place);
  return country === null ? say('geo.allPlaces') : countryName(country);
}

/** A key figure. */
export const Tile = ({ name, value, more }: { name: string; value: string; more: string }) => (
  <div class="tile">
    <dt>{name}</dt>
    <dd>
      <strong>{value}</strong>
      <span class="quiet small">{more}</span>
    </dd>
  </div>
);

/** The key figures of jobs. */
export function PlaceTiles({ stats: { totals }, place }: { stats: GeoStats; place: PlaceRow | null }) {
  const sums = place ?? totals;
  const { remote, hybrid, unknown } = sums.workplaces;
  return (
    <>
      <Tile name={say('geo.jobs')} value={formatCount(sums.jobs)} more={say('geo.newJobs', { n: sums.newJobs })} />
      <Tile
        name={say('remoteFilter.remote')}
        value={formatShare(remoteShare(sums))}
        more={say('geo.workplaces', { n: remote, hybrid, unknown })}
      />
      {place === null ? (
        <Tile name={say('facet.places')} value={formatCount(totals.places)} more={say('geo.placesAre')} />
      ) : (
        <Tile
          name={say('geo.medianPay')}
          value={formatMoney(place.salary.medianYearly, place.salary.currency)}
          more={say('geo.payStated', { some: place.salary.known, n: place.jobs })}
        />
      )}
      <Tile name={say('geo.demand')} value={formatCount(sums.searches)} more={say('geo.demandIs')} />
    </>
  );
}

/** The details of a place, with a link to its jobs. */
export function ChosenPlace({ row, close }: { row: PlaceRow; close: () => void }) {
  const { salary, workplaces, jobs } = row;
  const location = searchedLocation(row);
  const pay =
    salary.medianYearly === null
      ? say('geo.payTooFew', { n: jobs })
      : say('geo.payOf', { amount: formatMoney(salary.medianYearly, salary.currency), n: salary.known });
  const facts: [string, string][] = [
    [say('geo.jobs'), `${formatCount(jobs)}, ${say('geo.newJobs', { n: row.newJobs })}`],
    [
      say('field.remoteFilter'),
      say('geo.workplacesOf', {
        share: formatShare(remoteShare(row)),
        hybrid: workplaces.hybrid,
        onSite: workplaces['on site'],
        unknown: workplaces.unknown,
      }),
    ],
    [say('geo.medianPay'), pay],
    [say('geo.demand'), formatCount(row.searches)],
  ];
  return (
    <>
      <div class="chosen-head">
        <h3>{nameOf(row)}</h3>
        <button type="button" class="act" aria-label={say('close.it', { name: nameOf(row) })} onClick={close}>
          ×
        </button>
      </div>
      <dl>
        {facts.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      {location !== null && (
        <a class="act apply" href={`/?location=${encodeURIComponent(location)}`}>
          {say('geo.searchIn', { place: nameOf(row) })}
        </a>
      )}
    </>
  );
}

/** The legend of the map's colours; `elsewhere`: places without a position. */
export function Legend({
  colouring: { title, legend, remark },
  elsewhere,
}: {
  colouring: Colouring;
  elsewhere: number;
}) {
  const unplaced = elsewhere === 0 ? '' : say('geo.elsewhere', { n: elsewhere });
  const remarks = [say('geo.larger'), remark, unplaced].filter((each) => each !== '').join(' · ');
  return (
    <>
      {legend.length > 0 && (
        <>
          <strong>{title}</strong>
          <ul>
            {legend.map(({ step, label }) => (
              <li key={step}>
                <span class="swatch" style={{ background: `var(--c${step})` }} aria-hidden="true" />
                {label}
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="quiet small">{remarks}</p>
    </>
  );
}
