/** The inputs of a request: the service's URL, a random source, and ids of jobs from earlier answers. */
export type World = { url: string; chance: () => number; ids: string[]; requests: number };

/** The outcome of a request: its status, or `hung up`. */
export type Outcome = number | 'hung up';

/** A kind of request: its share in percent, its allowed outcomes, and its action. */
export type Kind = {
  name: string;
  weight: number;
  expected: readonly Outcome[];
  /** Refusing a search that could not be answered in time is correct. */
  mayBeRefused?: true;
  send(world: World): Promise<Outcome>;
};

const words = ['engineer', 'nurse', 'designer', 'driver', 'teacher', 'analyst', 'welder', 'cook', 'sales', 'manager'];
const places = ['', '', 'Berlin', 'Austin, TX', 'Lyon, France', 'London', 'Remote', 'Toronto', 'Sydney', 'New York'];

const pick = <Item>(items: readonly Item[], chance: () => number): Item => {
  const item = items[Math.floor(chance() * items.length)];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
};

const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** Six searches that are repeated all the time. */
const known = ({ chance }: World) => ({
  keyword: words[Math.floor(chance() * 3)],
  location: places[1 + Math.floor(chance() * 2)],
  limit: pick(['5', '10', '25'], chance),
  page: pick(['0', '0', '0', '1'], chance),
});

/** A new search: it makes any leak per search visible. */
const unknown = (world: World) => ({
  keyword: `${pick(words, world.chance)} ${pick(words, world.chance)} ${(world.requests++).toString(36)}`,
  location: pick(places, world.chance),
});

async function ask(world: World, path: string, init?: RequestInit): Promise<Outcome> {
  const answer = await fetch(world.url + path, init);
  const text = await answer.text();
  if (path === '/api/jobs/search' && answer.status === 200 && init?.headers !== undefined) {
    for (const [, id] of text.matchAll(/"id":"(job_\w+)"/g)) if (id !== undefined) world.ids.push(id);
    world.ids.splice(0, world.ids.length - 200);
  }
  return answer.status;
}

async function hangUp(world: World): Promise<Outcome> {
  const query = world.chance() < 0.3 ? unknown(world) : known(world);
  const headers = world.chance() < 0.5 ? { accept: 'text/event-stream' } : {};
  try {
    const signal = AbortSignal.timeout(Math.ceil(world.chance() * 300));
    const answer = await fetch(`${world.url}/api/jobs/search`, { ...post(query, headers), signal });
    await answer.text();
    return answer.status;
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return 'hung up';
    throw error;
  }
}

const mistakes: readonly ((world: World) => Promise<Outcome>)[] = [
  (world) => ask(world, '/api/jobs/search', post('{"keyword":')),
  (world) => ask(world, '/api/jobs/search', post({ jobType: 'fultime', salary: 'lots', nonsense: '1' })),
  (world) => ask(world, '/api/jobs/search', post({ keyword: 'x'.repeat(20_000) })),
  (world) => ask(world, '/api/jobs/search', { method: 'POST', body: 'a=b' }),
  (world) => ask(world, '/api/jobs/search', post({}, { authorization: 'Bearer nonsense' })),
  (world) => ask(world, '/api/nothing/here'),
  (world) => ask(world, '/api/geo-stats?hours=1000'),
];

/** All kinds of requests of a normal day. */
export const kinds: readonly Kind[] = [
  {
    name: 'known search',
    weight: 60,
    expected: [200],
    mayBeRefused: true,
    send: (world) => ask(world, '/api/jobs/search', post(known(world))),
  },
  {
    name: 'new search',
    weight: 2,
    expected: [200],
    mayBeRefused: true,
    send: (world) => ask(world, '/api/jobs/search', post(unknown(world))),
  },
  {
    name: 'live search',
    weight: 2,
    expected: [200],
    mayBeRefused: true,
    send: (world) => {
      const query = world.chance() < 0.3 ? unknown(world) : known(world);
      return ask(world, '/api/jobs/search', post(query, { accept: 'text/event-stream' }));
    },
  },
  { name: 'hang-up', weight: 5, expected: [200, 'hung up'], send: hangUp },
  {
    name: 'answer later',
    weight: 2,
    expected: [200, 202],
    mayBeRefused: true,
    send: (world) => ask(world, '/api/jobs/search', post(known(world), { prefer: 'respond-async' })),
  },
  {
    name: 'mistake',
    weight: 10,
    expected: [400, 401, 404, 413, 415],
    send: (world) => pick(mistakes, world.chance)(world),
  },
  {
    name: 'job',
    weight: 10,
    expected: [200, 404],
    send: (world) => ask(world, `/api/jobs/${world.ids.length === 0 ? 'job_none' : pick(world.ids, world.chance)}`),
  },
  { name: 'geo-stats', weight: 4, expected: [200], send: (world) => ask(world, '/api/geo-stats') },
  { name: 'health', weight: 3, expected: [200], send: (world) => ask(world, '/api') },
];
