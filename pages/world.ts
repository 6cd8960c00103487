/** The drawing of the world as `scripts/draw-world.mjs` makes it. */
export type World = { width: number; height: number; scale: number; top: number; land: string; borders: string };
export type Point = { x: number; y: number };

/** Fetches the drawing from beside this module. */
export async function loadWorld(): Promise<World> {
  const response = await fetch(new URL('./world.json', import.meta.url));
  if (!response.ok) throw new TypeError(`The map answered ${response.status}.`);
  return (await response.json()) as World;
}

/** Where a place lies on the drawing: the Equal Earth projection (Šavrič, Patterson and Jenny, 2018). */
export function project(
  { width, scale, top }: Pick<World, 'width' | 'scale' | 'top'>,
  lat: number,
  lon: number,
): Point {
  const [a, b, c, d] = [1.340264, -0.081106, 0.000893, 0.003796];
  const m = Math.sqrt(3) / 2;
  const t = Math.asin(m * Math.sin((lat * Math.PI) / 180));
  const t2 = t * t;
  const t6 = t2 ** 3;
  const x = (((lon * Math.PI) / 180) * Math.cos(t)) / (m * (a + 3 * b * t2 + t6 * (7 * c + 9 * d * t2)));
  const y = t * (a + b * t2 + t6 * (c + d * t2));
  return { x: width / 2 + x * scale, y: -y * scale - top };
}
