import type { Config } from '../../shared/config.js';
import type { Engine, EngineOptions } from './engine.js';
import { openOpenSearch } from './opensearch/opensearch-engine.js';
import { openSegments } from './segments/segments-engine.js';

/** Opens each engine by its name in ENGINE. */
const engines: Readonly<Record<Config['ENGINE'], (options: EngineOptions) => Engine>> = {
  segments: openSegments,
  opensearch: openOpenSearch,
};

/** Opens the engine named by ENGINE; the caller closes it. */
export const openEngine = (options: EngineOptions): Engine => engines[options.config.ENGINE](options);
