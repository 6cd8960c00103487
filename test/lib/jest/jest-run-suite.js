import module, { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import { useGlobals } from './jest-globals.js';
import * as hooks from './load-typescript.js';

// Node has had hooks in the thread of the modules since 22.15.
if ('registerHooks' in module) module.registerHooks(hooks);
else module.register('./load-typescript.js', import.meta.url);
process.setSourceMapsEnabled(true);
// Every logger of every suite listens for the end of the process.
process.setMaxListeners(0);

const require = createRequire(import.meta.url);
let suites = 0;

/**
 * Jest's `testRunner`: runs one suite with modules that Node itself imports. A process loads the product and its packages once for
 * all of its suites, which is most of what a small suite would cost; test files and test/lib are loaded once a suite.
 */
export default function runSuite(globalConfig, config, environment, _runtime, path, sendMessageToJest) {
  suites += 1;
  const suite = `${pathToFileURL(path)}?suite=${suites}`;
  const runtime = {
    requireInternalModule: loadAgain,
    requireModule: require,
    setGlobalsForRuntime: (globals) => useGlobals(globals, environment),
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: () => import(suite),
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  };
  return circus.default(globalConfig, config, environment, runtime, path, sendMessageToJest);
}

/** A new copy of Jest's own module, without the tests and hooks of the suite before. */
function loadAgain(file) {
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  delete require.cache[file];
  return require(file);
}
