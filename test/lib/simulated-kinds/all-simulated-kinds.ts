import { aggregators } from './aggregators.js';
import { careerSites } from './career-sites.js';
import { companySystems } from './company-systems.js';
import { documentedInterfaces } from './documented-interfaces.js';
import { enterpriseSystems } from './enterprise-systems.js';
import { publicServices } from './public-services.js';
import type { SimulatedKind } from './simulated-kind.js';

/** Boards in the shapes of the kinds: of all but hn-hiring, whose postings are comments in free text. */
export const simulatedKinds: readonly SimulatedKind[] = [
  ...documentedInterfaces,
  ...enterpriseSystems,
  ...companySystems,
  ...careerSites,
  ...publicServices,
  ...aggregators,
];
