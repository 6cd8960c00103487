import { describe, expect, test } from '@jest/globals';
import { geoEqualEarth } from 'd3-geo';
import fc from 'fast-check';
import { project } from '../../pages/map/world.js';

describe('project', () => {
  test('places cities at their position on the map', () => {
    const world = { width: 1000, scale: 184.73, top: -241.19 };
    const reference = geoEqualEarth().scale(world.scale).translate([500, 241.19]);
    fc.assert(
      fc.property(
        fc.double({ min: -85, max: 85, noNaN: true }),
        fc.double({ min: -179, max: 179, noNaN: true }),
        (lat, lon) => {
          const [x = 0, y = 0] = reference([lon, lat]) ?? [];
          const point = project(world, lat, lon);
          expect(point.x).toBeCloseTo(x, 3);
          expect(point.y).toBeCloseTo(y, 3);
        },
      ),
    );
  });
});
