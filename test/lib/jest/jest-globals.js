let current = {};

/** Makes the names below those of one suite. */
export function useGlobals(globals, { jest }) {
  current = { ...globals, jest };
}

const live = (name) =>
  new Proxy(() => undefined, {
    apply: (_target, _self, values) => current[name](...values),
    get: (_target, key) => current[name][key],
  });

/** `@jest/globals` for suites that Node imports: each name stands for that of the running suite. */
export const afterAll = live('afterAll');
export const afterEach = live('afterEach');
export const beforeAll = live('beforeAll');
export const beforeEach = live('beforeEach');
export const describe = live('describe');
export const expect = live('expect');
export const it = live('it');
export const jest = live('jest');
export const test = live('test');
