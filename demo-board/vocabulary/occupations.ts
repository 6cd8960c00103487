import type { Occupation } from './occupation.js';
import { careOccupations } from './occupations/care.js';
import { commercialOccupations } from './occupations/commercial.js';
import { dataOccupations } from './occupations/data.js';
import { hospitalityOccupations } from './occupations/hospitality.js';
import { logisticsOccupations } from './occupations/logistics.js';
import { officeOccupations } from './occupations/office.js';
import { operationsOccupations } from './occupations/operations.js';
import { productOccupations } from './occupations/product.js';
import { softwareOccupations } from './occupations/software.js';
import { tradeOccupations } from './occupations/trades.js';

/** Every line of work the demo boards know. */
export const occupations: readonly Occupation[] = [
  ...softwareOccupations,
  ...operationsOccupations,
  ...dataOccupations,
  ...productOccupations,
  ...commercialOccupations,
  ...officeOccupations,
  ...careOccupations,
  ...hospitalityOccupations,
  ...logisticsOccupations,
  ...tradeOccupations,
];
