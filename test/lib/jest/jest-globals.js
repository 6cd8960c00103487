/** `@jest/globals` for suites that Node imports itself: live bindings, each that of the running suite. */
export let afterAll;
export let afterEach;
export let beforeAll;
export let beforeEach;
export let describe;
export let expect;
export let it;
export let jest;
export let test;

/** Makes them those of a suite that is about to be loaded. */
export function useGlobals(globals, environment) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = globals);
  ({ jest } = environment);
}
