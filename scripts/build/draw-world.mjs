/**
 * Draws the world for the map page from Natural Earth (through world-atlas, public domain): land and borders as two SVG paths
 * in the Equal Earth projection, the parameters needed to place a point on them, and the outline of each country.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoEqualEarth, geoPath } from 'd3-geo';
import countryCodes from 'i18n-iso-countries';
import { feature, merge, mesh } from 'topojson-client';

const require = createRequire(import.meta.url);

/** Size of the drawing; coordinates are rounded to a tenth of a unit. */
const width = 1000;

/** The latitudes drawn: the world without Antarctica, which has no postings. */
const south = -56;
const north = 83.7;

/** Shortest step of an outline, in units: those of countries are filled, and may be coarser. */
const shortest = { world: 0.25, country: 0.6 };

/** Returns the drawing as an object for `pages/map/world.ts`, and the outlines of countries by their two letters. */
export function drawWorld() {
  const topology = JSON.parse(readFileSync(require.resolve('world-atlas/countries-50m.json'), 'utf8'));
  const countries = topology.objects.countries.geometries.filter(({ id }) => id !== '010');
  const land = merge(topology, countries);
  const borders = mesh(topology, { type: 'GeometryCollection', geometries: countries }, (a, b) => a !== b);
  const projection = geoEqualEarth().scale(1).translate([0, 0]);
  const scale = width / (projection([180, 0])[0] * 2);
  const top = projection([0, north])[1] * scale;
  const bottom = projection([0, south])[1] * scale;
  projection
    .scale(scale)
    .translate([width / 2, -top])
    .precision(0.3);
  const height = Math.round(bottom - top);
  projection.clipExtent([
    [0, 0],
    [width, height],
  ]);
  const path = geoPath(projection).digits(1);
  const outlines = countries.flatMap((each) => {
    const code = each.id === undefined ? undefined : countryCodes.numericToAlpha2(each.id);
    const outline = thin(path(feature(topology, each)) ?? '', shortest.country);
    return code === undefined || outline === '' ? [] : [[code, outline]];
  });
  return {
    world: { width, height, scale, top, land: thin(path(land)), borders: thin(path(borders)) },
    countries: Object.fromEntries(outlines),
  };
}

/** Drops points equal to the previous one, and rings too small to be visible. */
function thin(path, least = shortest.world) {
  return path
    .split('M')
    .filter((ring) => ring !== '')
    .map((ring) => {
      const closed = ring.endsWith('Z');
      const points = ring
        .replace('Z', '')
        .split('L')
        .map((point) => point.split(',').map(Number));
      const kept = points.filter((point, index) => {
        const before = points[index - 1];
        return before === undefined || Math.abs(point[0] - before[0]) + Math.abs(point[1] - before[1]) > least;
      });
      return { closed, kept };
    })
    .filter(({ closed, kept }) => kept.length > (closed ? 3 : 1))
    .map(({ closed, kept }) => {
      const [first, ...others] = kept;
      let [x, y] = first;
      // Relative steps are shorter than absolute coordinates.
      const steps = others.map(([toX, toY]) => {
        const step = `${short(toX - x)} ${short(toY - y)}`;
        [x, y] = [toX, toY];
        return step;
      });
      return `M${short(first[0])} ${short(first[1])}l${steps.join(' ')}${closed ? 'z' : ''}`;
    })
    .join('');
}

const short = (number) => String(Math.round(number * 10) / 10).replace(/^(-?)0\./, '$1.');
