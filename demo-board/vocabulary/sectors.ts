import type { CountryCode } from './countries.js';

/** A line of business: who works in it, and how its companies speak of themselves. */
export type Sector = {
  /** `global`: offices in several countries; `local`: towns of one country. */
  reach: 'global' | 'local';
  names: readonly string[];
  /** Where a company is at home whose name gives it away; the others are spread by the countries' weights. */
  homes?: Readonly<Record<string, CountryCode>>;
  /** Ids of the occupations it employs, beside those of every office. */
  employs: readonly string[];
  /** What a company makes or runs, for the slot `{product}`. */
  products: readonly string[];
  /** Whom it serves, for the slot `{customers}`. */
  customers: readonly string[];
  /** Sentences that say what the company is for. */
  missions: readonly string[];
  /** Whether volunteers help here. */
  takesVolunteers?: boolean;
};

const builders = ['software', 'frontend', 'mobile', 'platform', 'security', 'qa', 'data-engineer', 'data-scientist'];
const digital = [...builders, 'data-analyst', 'designer', 'product-manager', 'marketing', 'sales', 'support'];

/** Companies that make software. */
export const softwareSectors: readonly Sector[] = [
  {
    reach: 'global',
    names: [
      'Ledgerline',
      'Copperfinch',
      'Tallyhouse',
      'Marrow & Pike',
      'Sixpence Labs',
      'Oakvault',
      'Paywell Works',
      'Florin Street',
    ],
    employs: digital,
    products: ['our payments platform', 'the ledger', 'our lending products', 'instant payouts'],
    customers: ['small businesses', 'marketplaces', 'independent shops', 'finance teams'],
    missions: [
      '{company} moves money for {customers} that banks have overlooked, and tells them in plain words what it costs.',
      'At {company} we build {product} so that {customers} are paid on the day they did the work.',
    ],
  },
  {
    reach: 'global',
    names: [
      'Carewright',
      'Pulsefern',
      'Medlark',
      'Thistle Health',
      'Wardly',
      'Bloomvale Diagnostics',
      'Helixgrove',
      'Sorrel Care Systems',
    ],
    employs: digital,
    products: ['our clinical workspace', 'the patient app', 'our triage tools', 'the records exchange'],
    customers: ['clinics', 'community hospitals', 'family doctors', 'care teams'],
    missions: [
      '{company} gives {customers} back the hours they lose to paperwork.',
      '{company} makes {product}, used every day by {customers} who have better things to do than type.',
    ],
  },
  {
    reach: 'global',
    names: [
      'Gridmallow',
      'Windhollow Energy',
      'Amberwatt',
      'Tidemark Power',
      'Sunfold',
      'Kelvin & Moss',
      'Fernhill Climate',
      'Lowtide Storage',
    ],
    employs: [...digital, 'electrician', 'technician'],
    products: ['our battery fleet', 'the grid forecast', 'our charging network', 'the energy market desk'],
    customers: ['utilities', 'cities', 'fleet operators', 'housing associations'],
    missions: [
      '{company} helps {customers} run on clean power without noticing the weather.',
      'We are building {product} because the cheapest energy is the energy nobody wastes.',
    ],
  },
  {
    reach: 'global',
    names: [
      'Basketry',
      'Kindling Goods',
      'Parcelwren',
      'Hearth & Loom',
      'Mossbank Market',
      'Threadneedle Row',
      'Quince Online',
      'Larder Street',
    ],
    employs: [...digital, 'warehouse', 'supply-chain'],
    products: ['our storefront', 'the checkout', 'our marketplace', 'the returns service'],
    customers: ['independent makers', 'neighbourhood shops', 'households', 'growers'],
    missions: [
      '{company} is where {customers} sell without giving half of it away.',
      '{company} started as one shop with a bad website; today {product} serves {customers} in {3-14} countries.',
    ],
  },
  {
    reach: 'global',
    names: [
      'Quillhaven',
      'Tarnbrook Analytics',
      'Stackmill',
      'Fieldnote Software',
      'Bluewicket',
      'Octant Works',
      'Plainsong Systems',
      'Harrowgate Data',
      'Lintel Software',
    ],
    employs: digital,
    products: ['our query engine', 'the workflow builder', 'our developer platform', 'the reporting suite'],
    customers: ['engineering teams', 'operations teams', 'analysts', 'public agencies'],
    missions: [
      '{company} makes {product} for {customers} who would rather ask a question than file a ticket.',
      'Our work at {company} is quiet: {product} runs behind tools that {customers} already love.',
    ],
  },
  {
    reach: 'global',
    names: ['Gatepost Security', 'Watchful Pine', 'Cinderlock', 'Saltmarsh Cyber', 'Keystone Warden', 'Palisade Nine'],
    employs: digital,
    products: ['our detection engine', 'the identity gateway', 'our response platform', 'the secrets vault'],
    customers: ['banks', 'hospitals', 'schools', 'small security teams'],
    missions: [
      '{company} keeps {customers} safe from people who work nights and weekends.',
      'We build {product} at {company}, and we assume every day that somebody is already inside.',
    ],
  },
  {
    reach: 'global',
    names: ['Chalkline Learning', 'Brightowl', 'Inkwell Academy', 'Study Harbour', 'Margin Notes', 'Lanternleaf'],
    employs: [...digital, 'teacher'],
    products: ['our tutoring app', 'the reading programme', 'our classroom tools', 'the exam planner'],
    customers: ['schools', 'families', 'adult learners', 'teachers'],
    missions: [
      '{company} builds {product} with {customers}, not for them.',
      'Every child can learn to like fractions. {company} makes {product} to prove it.',
    ],
  },
  {
    reach: 'global',
    names: ['Pixel Orchard', 'Foxglove Games', 'Nightjar Interactive', 'Paper Lantern Studio', 'Ninth Wave Media'],
    employs: digital,
    products: ['our puzzle worlds', 'the live game', 'our streaming service', 'the level editor'],
    customers: ['players', 'families', 'viewers', 'creators'],
    missions: [
      '{company} makes {product} for {customers} who have twenty minutes and want them well spent.',
      'At {company} we care about small stories told well, and {product} is the newest of them.',
    ],
  },
];
