import { expect, test } from '@jest/globals';
import { placeLabels } from '../../pages/map/place-labels.js';

const dot = (name: string, x: number, { y = 0, size = 10 } = {}) => ({
  ...{ x, y },
  dot: { key: name, name, label: name, lat: 0, lon: 0, size, step: null },
});
const named = (points: ReturnType<typeof dot>[], chosen: string | null = null) => {
  const camera = { at: { x: 0, y: 0 }, half: () => ({ x: 500, y: 500 }) };
  return placeLabels(points, { scale: 1, camera, chosen }).map(({ name, room }) => `${name} ${room.anchor}`);
};

test('a name stands beside its dot, on the other side of it where another dot is, else above', () => {
  const berlin = dot('Berlin', 0, { size: 20 });
  expect(named([berlin])).toEqual(['Berlin start']);
  expect(named([berlin, dot('', 40)])).toContain('Berlin end');
  expect(named([berlin, dot('', 40), dot('', -40)])).toContain('Berlin middle');
});

test('a name that would stand on other dots is left out, and none is outside the view', () => {
  const around = [40, -40].flatMap((x) => [0, 27, -27].map((y) => dot('', x, { y })));
  const overBoth = [27, -27].map((y) => dot('', 0, { y }));
  expect(named([dot('Berlin', 0, { size: 20 }), ...around, ...overBoth])).not.toContainEqual(
    expect.stringContaining('Berlin'),
  );
  expect(named([dot('Far', 900)])).toEqual([]);
});

test('the chosen place is named before larger ones', () => {
  const near = [dot('Potsdam', 0, { size: 4 }), dot('Berlin', 22, { size: 20 })];
  expect(named(near)[0]).toMatch(/^Berlin/);
  expect(named(near, 'Potsdam')[0]).toMatch(/^Potsdam/);
});
