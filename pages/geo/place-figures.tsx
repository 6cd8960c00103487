import { formatCount, formatMany, formatMoney, formatShare } from '../lib/format.js';
import { countryName, nameOf, searchedLocation } from '../map/world.js';
import { type GeoStats, type PlaceRow, remoteShare } from './geo-stats.js';
import type { Colouring } from './measure.js';

/** What the map page says of one place, one country, or everything. */
type Scope = { place: PlaceRow | null; country: string | null };

/** What the figures are about. */
export function scopeName({ place, country }: Scope): string {
  if (place !== null) return nameOf(place);
  return country === null ? 'All places' : countryName(country);
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
      <Tile name="Jobs" value={formatCount(sums.jobs)} more={`${formatCount(sums.newJobs)} new within a day`} />
      <Tile
        {...{ name: 'Remote', value: formatShare(remoteShare(sums)) }}
        more={`${formatMany(remote, 'job')}, ${formatCount(hybrid)} hybrid, ${formatCount(unknown)} not stated`}
      />
      {place === null ? (
        <Tile name="Places" value={formatCount(totals.places)} more="with a job or a search" />
      ) : (
        <Tile
          {...{ name: 'Median pay a year', value: formatMoney(place.salary.medianYearly, place.salary.currency) }}
          more={`${formatCount(place.salary.known)} of ${formatMany(place.jobs, 'job')} state it`}
        />
      )}
      <Tile name="Searches" value={formatCount(sums.searches)} more="for a place here" />
    </>
  );
}

/** The details of a place, with a link to its jobs. */
export function ChosenPlace({ row, close }: { row: PlaceRow; close: () => void }) {
  const { salary, workplaces, jobs } = row;
  const location = searchedLocation(row);
  const pay =
    salary.medianYearly === null
      ? `fewer than five of ${formatMany(jobs, 'job')} state their pay`
      : `${formatMoney(salary.medianYearly, salary.currency)} per year, from ${formatMany(salary.known, 'known salary', 'known salaries')}`;
  const facts: [string, string][] = [
    ['Jobs', `${formatCount(jobs)}, ${formatCount(row.newJobs)} of them new within a day`],
    [
      'Workplace',
      `${formatShare(remoteShare(row))} remote, ${formatCount(workplaces.hybrid)} hybrid, ${formatCount(workplaces['on site'])} on site, ${formatCount(workplaces.unknown)} not stated`,
    ],
    ['Median pay', pay],
    ['Searches', formatCount(row.searches)],
  ];
  return (
    <>
      <div class="chosen-head">
        <h3>{nameOf(row)}</h3>
        <button type="button" class="act" aria-label={`Close ${nameOf(row)}`} onClick={close}>
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
          Search jobs in {location}
        </a>
      )}
    </>
  );
}

/** What the colours of the map mean; `elsewhere`: places without a position. */
export function Legend({
  colouring: { title, legend, remark },
  elsewhere,
}: {
  colouring: Colouring;
  elsewhere: number;
}) {
  const verb = elsewhere === 1 ? 'has' : 'have';
  const unplaced = elsewhere === 0 ? '' : `${formatMany(elsewhere, 'row')} of the table ${verb} no position on the map`;
  const remarks = ['Larger: more jobs', remark, unplaced].filter((each) => each !== '').join(' · ');
  return (
    <>
      {legend.length > 0 && (
        <>
          <strong>{title}</strong>
          <ul>
            {legend.map(({ step, label }) => (
              <li key={step}>
                <span class={`swatch step-${step}`} aria-hidden="true" />
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
