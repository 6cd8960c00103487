/** Builds the pages once before all suites, unless they are current: an API serves those that it finds when it starts. */
export { buildPages as default } from '../../../scripts/build/build-pages.mjs';
