import { type MessageKey, say, sayWith } from '../../shared/messages/messages.js';
import type { Middleware } from '../middleware/identify.js';
import type { Pages } from './pages.js';
import { fixedPage } from './saved-page.js';

/** The names and meanings of the numbers on the page. */
const meanings: readonly (readonly [name: MessageKey, meaning: MessageKey])[] = [
  ['geo.jobs', 'geo.jobsAre'],
  ['badge.new', 'geo.newAre'],
  ['geo.place', 'geo.placeIs'],
  ['field.remoteFilter', 'geo.workplaceIs'],
  ['geo.medianPay', 'geo.medianIs'],
  ['geo.demand', 'geo.searchesAre'],
  ['geo.read', 'geo.readIs'],
];

/** GET /geo: places of jobs on a map and in a table, which a script keeps up to date. */
export const geoPage = (pages: Pages): Middleware =>
  fixedPage(pages, () => ({
    title: `${say('map')} · ${say('jobSearch')}`,
    description: say('geo.about'),
    script: 'geo',
    styles: ['map', 'geo'],
    current: '/geo',
    main: <Places />,
  }));

const Choice = ({ id, label, options }: { id: string; label: MessageKey; options: readonly [string, string][] }) => (
  <div class="field">
    <label for={id}>{say(label)}</label>
    <select id={id} name={id}>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </div>
);

const Places = () => (
  <>
    <div class="head">
      <div>
        <h1>{say('geo.title')}</h1>
        <p class="quiet">{sayWith('geo.scope', { meaning: (text: string) => <a href="#definitions">{text}</a> })}</p>
      </div>
      <form id="controls" class="controls" action="/geo">
        <Choice
          {...{ id: 'span', label: 'geo.window' }}
          options={[
            ...[24, 168].map((n): [string, string] => [`hours=${n}`, say('past.hours', { n })]),
            ...[30, 90].map((n): [string, string] => [`days=${n}`, say('past.days', { n })]),
          ]}
        />
        <Choice
          {...{ id: 'level', label: 'geo.placesBy' }}
          options={(['city', 'region', 'country'] as const).map((level) => [level, say(`geo.${level}`)])}
        />
        <Choice {...{ id: 'country', label: 'geo.country', options: [['', say('geo.all')]] }} />
      </form>
    </div>
    <p id="away" class="note warn" role="alert" hidden />
    <noscript>
      <p class="note warn">
        {sayWith('geo.needsScript', { api: (text: string) => <a href="/api/geo-stats">{text}</a> })}
      </p>
    </noscript>
    <div class="scope-head">
      <h2 id="scope">{say('geo.allPlaces')}</h2>
      <button id="all-places" type="button" class="act" hidden>
        {say('geo.showAllPlaces')}
      </button>
      <p id="invitation" class="invitation" hidden>
        <span>{say('geo.noSearch')}</span>
        <a class="act" href="/">
          {say('geo.firstSearch')}
        </a>
      </p>
    </div>
    <dl id="tiles" class="tiles">
      {(['geo.jobs', 'remoteFilter.remote', 'facet.places', 'geo.demand'] as const).map((name) => (
        <div key={name} class="tile">
          <dt>{say(name)}</dt>
          <dd>
            <strong>–</strong>
          </dd>
        </div>
      ))}
    </dl>
    <div class="split">
      <section class="sheet" aria-labelledby="map-title">
        <div class="sheet-head">
          <h2 id="map-title">{say('map')}</h2>
          <div class="colours">
            <select id="currency" aria-label={say('currency')} hidden />
            <fieldset id="measure" class="segments">
              <legend class="visually-hidden">{say('geo.colour')}</legend>
              {(['jobs', 'medianPay', 'remotePart', 'demand'] as const).map((name, at) => (
                <label key={name}>
                  <input
                    type="radio"
                    name="measure"
                    value={['jobs', 'pay', 'remote', 'demand'][at]}
                    checked={at === 0}
                  />
                  <span>{say(`geo.${name}`)}</span>
                </label>
              ))}
            </fieldset>
          </div>
        </div>
        <div id="map" class="map" />
        <div id="legend" class="legend" />
        <div id="chosen" class="chosen" aria-live="polite" />
      </section>
      <section id="places" class="sheet places" aria-labelledby="places-title" tabIndex={-1}>
        <div class="sheet-head">
          <h2 id="places-title">{say('facet.places')}</h2>
          <span id="live" class="quiet small" />
          <button id="save" type="button" class="act">
            {say('geo.save')}
          </button>
        </div>
        {/* It scrolls, so it must be focusable by keyboard. */}
        <section {...{ id: 'places-table', class: 'scroll', tabIndex: 0 }} aria-label={say('geo.table')} />
      </section>
    </div>
    <section class="sheet" aria-labelledby="definitions-title" id="definitions">
      <h2 id="definitions-title">{say('geo.meanings')}</h2>
      <dl class="meanings">
        {meanings.map(([name, meaning]) => (
          <div key={name}>
            <dt>{say(name)}</dt>
            <dd>{say(meaning)}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">{sayWith('geo.privacy', { api: (text: string) => <a href="/api/geo-stats">{text}</a> })}</p>
    </section>
  </>
);
