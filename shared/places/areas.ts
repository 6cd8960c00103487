/** A wider area as job ads use the term: its countries; an empty list is the entire world. */
export type Area = { name: string; spellings: readonly string[]; countries: readonly string[] };

const words = (text: string): string[] => text.split(' ');

const eu = words('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE');
const eea = [...eu, ...words('NO IS LI')];
const easternEurope = words('PL CZ SK HU RO BG SI HR RS BA ME MK AL XK MD UA BY EE LV LT GE AM AZ');
const westernEurope = words('GB IE FR DE AT CH BE NL LU ES PT IT MC LI AD SM MT GI IM JE GG');
const nordics = words('SE NO DK FI IS');
const europe = [...new Set([...eu, ...easternEurope, ...westernEurope, ...nordics, ...words('GR CY TR FO AX VA RU')])];
const gulf = words('AE SA QA KW BH OM');
const middleEast = [...gulf, ...words('IL JO LB IQ EG TR YE IR SY PS')];
const northAfrica = words('MA DZ TN LY EG');
const africa = [
  ...northAfrica,
  ...words('ZA NG KE GH ET UG TZ RW SN CI CM ZM ZW BW NA MZ AO MU MG MW SD SO CD CG GA BJ TG BF ML NE TD'),
  ...words('GM GN SL LR CV ER DJ SC LS SZ BI SS CF GQ MR KM ST RE YT EH'),
];
const southAmerica = words('BR AR CL CO PE UY PY BO EC VE GY SR GF');
const centralAmerica = words('CR PA GT HN SV NI BZ');
const caribbean = words('DO CU PR JM HT TT BB BS AG LC GD VC DM KN AW CW KY BM TC VG VI AI MS GP MQ');
const latam = ['MX', ...centralAmerica, ...southAmerica, ...caribbean];
const southeastAsia = words('SG MY ID TH VN PH KH LA MM BN TL');
const southAsia = words('IN PK BD LK NP BT MV AF');
const eastAsia = words('JP KR CN HK TW MO MN');
const asia = [...southeastAsia, ...southAsia, ...eastAsia, ...words('KZ UZ KG TJ TM')];
const oceania = words('AU NZ FJ PG NC PF GU WS TO VU SB');
const northAmerica = words('US CA MX');

/** The name in answers, its spellings (folded when read), its countries. */
const rows: readonly [string, string, readonly string[]][] = [
  [
    'worldwide',
    'world wide;world;global;globally;anywhere in the world;any country;all countries;international;everywhere;weltweit;monde entier;mundo;worldwide remote;earth;work from anywhere',
    [],
  ],
  ['eu', 'european union;eu countries;eu member states;e u;the eu;eu only', eu],
  ['eea', 'european economic area;eu eea;eea countries', eea],
  [
    'europe',
    'europa;european;european countries;europe only;all of europe;eur;european timezones;european time zones;european timezone',
    europe,
  ],
  ['western europe', '', westernEurope],
  ['eastern europe', 'central and eastern europe;cee;central eastern europe;central europe', easternEurope],
  ['northern europe', '', [...nordics, 'EE', 'LV', 'LT']],
  ['southern europe', 'mediterranean', words('ES PT IT GR MT CY')],
  [
    'emea',
    'europe middle east and africa;europe middle east africa;europe the middle east and africa;emeai',
    [...new Set([...europe, ...middleEast, ...africa])],
  ],
  ['apac', 'asia pacific;asia pac;apj;apjc;asia pacific region;asiapac', [...new Set([...asia, ...oceania])]],
  ['asia', '', asia],
  ['southeast asia', 'south east asia;asean', southeastAsia],
  ['south asia', '', southAsia],
  ['east asia', '', eastAsia],
  ['oceania', 'australasia', oceania],
  ['anz', 'australia & new zealand;australia and new zealand', ['AU', 'NZ']],
  [
    'latam',
    'latin america;latin american countries;latinoamerica;america latina;lat am;latin america and the caribbean;lac',
    latam,
  ],
  ['south america', 'sudamerica;america do sul', southAmerica],
  ['central america', '', centralAmerica],
  ['caribbean', 'the caribbean', caribbean],
  [
    'americas',
    'the americas;amer;north and south america;ams;north & south america;north america south america',
    [...new Set(['US', 'CA', ...latam])],
  ],
  ['north america', 'northern america;na region;noram;namer;norteamerica;nordamerika;north american', northAmerica],
  [
    'us & canada',
    'us and canada;usa and canada;united states and canada;usa & canada;united states & canada;us canada;canada & us;canada and us',
    ['US', 'CA'],
  ],
  ['dach', 'dach region;d a ch;dach raum', words('DE AT CH')],
  ['nordics', 'nordic;the nordics;nordic countries;nordic region', nordics],
  ['scandinavia', 'scandinavian countries', words('SE NO DK')],
  ['baltics', 'the baltics;baltic states;baltic countries', words('EE LV LT')],
  ['benelux', 'benelux region', words('BE NL LU')],
  ['iberia', 'iberian peninsula', ['ES', 'PT']],
  ['balkans', 'the balkans;western balkans', words('RS BA ME MK AL XK HR SI BG RO GR')],
  [
    'uk & ireland',
    'uk and ireland;uki;united kingdom and ireland;united kingdom & ireland;uk ireland;uk & i;ireland and uk;ireland & uk;british isles',
    ['GB', 'IE'],
  ],
  ['middle east', 'the middle east;middleeast', middleEast],
  ['mena', 'middle east and north africa;middle east & north africa', [...new Set([...middleEast, ...northAfrica])]],
  ['gcc', 'gulf;gulf countries;gulf region;khaleej', gulf],
  ['africa', 'afrika;afrique', africa],
  ['sub-saharan africa', '', africa.filter((code) => !northAfrica.includes(code))],
  ['cis', 'commonwealth of independent states', words('RU BY KZ AM AZ KG TJ UZ MD')],
];

export const areas: readonly Area[] = rows.map(([name, spellings, countries]) => ({
  name,
  spellings: spellings === '' ? [] : spellings.split(';'),
  countries,
}));

/** Whether a country is in an area; the world contains every country. */
export function areaHolds({ countries }: Area, country: string): boolean {
  return countries.length === 0 || countries.includes(country);
}

/** Whether all countries of an area are in another one; the world is only in itself. */
export const areaWithin = (inner: Area, outer: Area): boolean =>
  outer.countries.length === 0 ||
  (inner.countries.length > 0 && inner.countries.every((country) => areaHolds(outer, country)));

/** Whether two areas have a country in common. */
export const areasMeet = (one: Area, other: Area): boolean =>
  other.countries.length === 0 || one.countries.length === 0 || one.countries.some((each) => areaHolds(other, each));
