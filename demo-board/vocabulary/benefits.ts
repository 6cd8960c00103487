import type { CountryCode } from './countries.js';

/**
 * Benefits besides pay. `{perk:N}` is N US dollars in local currency: real postings contain such sums, which are not pay.
 */
export const commonBenefits: readonly string[] = [
  'A learning budget of {perk:1500} a year, and the time to use it.',
  'A referral bonus of {perk:2000} when a friend of yours joins and stays.',
  'A laptop, phone or tool set of your choice.',
  'A team lunch every {Wednesday|Thursday}, on us.',
  'Two paid days a year for a cause of your own.',
  'Four weeks of sabbatical after five years.',
  'Help with moving, up to {perk:4000}.',
  'Fair hours: we look at what is done, and overtime is paid or taken off.',
  'Up to {perk:60} a month for sport, music or therapy.',
  'An honest review twice a year, with pay looked at each time.',
];

/** Offered when some of the work is remote. */
export const homeBenefits: readonly string[] = [
  'A once-only {perk:700} to set up your desk at home.',
  'Up to {perk:40} a month towards your internet and coffee.',
];

/** Offered for desk jobs. */
export const deskBenefits: readonly string[] = [
  'Shares or options for everybody who joins.',
  'Meeting-free {Wednesdays|Fridays}.',
  'Conference tickets and travel once a year.',
];

/** Offered for jobs on site and on the floor. */
export const floorBenefits: readonly string[] = [
  'Free parking, work clothes and a warm meal on every shift.',
  'A sign-on bonus of {perk:1200}, paid after three months.',
  'Night shifts paid with a premium of {20-35} %.',
  'Tips or shift extras on top, paid out every week.',
  'Rotas {three|four} weeks ahead, and swaps by mutual consent.',
];

/** Usual or statutory benefits of a country. */
export const countryBenefits: Record<CountryCode, readonly string[]> = {
  US: [
    '401(k) with a match of up to {4-6} % from day one.',
    'Medical, dental and vision insurance; we pay {80-95} % of the premium.',
    '{15-25} days of paid time off and {10-12} public holidays.',
    '{12-18} weeks of paid parental leave.',
  ],
  GB: [
    '{25-30} days of holiday plus bank holidays.',
    'A pension with {5-9} % from us, and life cover of four times your yearly pay.',
    'Cycle to work, season ticket loan and an eye test.',
    'Private medical cover after probation.',
  ],
  DE: [
    '{28-30} days of holiday, plus 24 and 31 December.',
    'The Deutschlandticket, and a company pension with {15-25} % on top.',
    'Job bike leasing and free fruit, as the law seems to demand.',
  ],
  CA: [
    'Extended health and dental from the first day.',
    'RRSP matching up to {3-6} %.',
    '{15-20} days of vacation and a week off at the end of December.',
  ],
  IN: [
    'Health insurance for you, your family and your parents, ₹{3-7} lakh each.',
    'Provident fund, gratuity and {18-24} days of leave.',
    'Cab service for late shifts.',
  ],
  NL: [
    '{25-30} days of holiday and 8 % holiday allowance in May.',
    'An NS Business Card and a bicycle plan.',
    'A pension to which we pay two thirds.',
  ],
  FR: [
    '{25-27} days of paid leave plus {8-12} RTT.',
    'Meal vouchers of €{9-11} a day, 60 % paid by us.',
    'Mutuelle family health cover and half of the Navigo pass.',
  ],
  IE: [
    '{25-27} days of annual leave.',
    'Pension with {5-8} % from us, VHI cover and TaxSaver tickets.',
    'Bike to work.',
  ],
  ES: [
    '{23-27} working days of holiday and short Fridays in summer.',
    'Private health insurance and a ticket restaurant card with €{8-11} a day.',
    'Flexible pay: nursery, transport, training.',
  ],
  PL: [
    '{20-26} days of holiday by length of service.',
    'Private medical care and a sports card.',
    'A lunch card worth {300-450} zł a month.',
  ],
  CH: [
    '{5-6} weeks of holiday.',
    'A half-fare travelcard and a pension fund in which we pay 60 %.',
    'Accident cover in a private ward.',
  ],
  AU: [
    'Superannuation of 12 % on top of your pay.',
    '{20-25} days of annual leave and a day off for your birthday.',
    'Novated leasing and salary packaging.',
  ],
  SE: [
    '{25-30} days of holiday and a wellness allowance of {3-5},000 kr a year.',
    'A pension in line with ITP1, and parental pay topped up to 90 %.',
  ],
  SG: [
    '{16-21} days of annual leave and 14 days of sick leave.',
    'Outpatient, dental and hospital cover.',
    'CPF, and an annual wage supplement of one month.',
  ],
};
