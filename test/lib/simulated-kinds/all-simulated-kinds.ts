import { companySystems } from './company-systems.js';
import { enterpriseSystems } from './enterprise-systems.js';
import { publicServices } from './public-services.js';
import type { SimulatedKind } from './simulated-kind.js';

/** Boards in the shapes of the kinds. */
export const simulatedKinds: readonly SimulatedKind[] = [...enterpriseSystems, ...companySystems, ...publicServices];
