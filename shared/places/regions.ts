import { regionsOfEurope } from './regions-of-europe.js';
import { regionsOfTheWorld } from './regions-of-the-world.js';

/** A first-level region: GeoNames' code, the name we answer with, and its other spellings. */
export type RegionRow = { code: string; name: string; spellings: readonly string[] };

/**
 * First-level regions named in postings, by country; a row is `GeoNames' code,name,spelling,…`. The name is the postal
 * code where the country uses one (US, CA, AU), elsewhere the usual English name. The facts come from ISO 3166-2 and
 * GeoNames.
 */
const rows: Readonly<Record<string, string>> = {
  US: 'AL,AL,Alabama,Ala;AK,AK,Alaska;AZ,AZ,Arizona,Ariz;AR,AR,Arkansas,Ark;CA,CA,California,Calif,SoCal,NorCal;CO,CO,Colorado,Colo;CT,CT,Connecticut,Conn;DE,DE,Delaware,Del;DC,DC,District of Columbia,D.C.;FL,FL,Florida,Fla;GA,GA,Georgia;HI,HI,Hawaii;ID,ID,Idaho;IL,IL,Illinois,Ill;IN,IN,Indiana;IA,IA,Iowa;KS,KS,Kansas,Kans;KY,KY,Kentucky;LA,LA,Louisiana;ME,ME,Maine;MD,MD,Maryland;MA,MA,Massachusetts,Mass;MI,MI,Michigan,Mich;MN,MN,Minnesota,Minn;MS,MS,Mississippi;MO,MO,Missouri;MT,MT,Montana;NE,NE,Nebraska,Nebr;NV,NV,Nevada;NH,NH,New Hampshire;NJ,NJ,New Jersey,N.J.;NM,NM,New Mexico;NY,NY,New York,New York State,NY State,State of New York,Upstate New York,Upstate NY,Western New York,N.Y.;NC,NC,North Carolina,N.C.;ND,ND,North Dakota;OH,OH,Ohio;OK,OK,Oklahoma,Okla;OR,OR,Oregon;PA,PA,Pennsylvania,Penn;RI,RI,Rhode Island;SC,SC,South Carolina,S.C.;SD,SD,South Dakota;TN,TN,Tennessee,Tenn;TX,TX,Texas;UT,UT,Utah;VT,VT,Vermont;VA,VA,Virginia,NoVA;WA,WA,Washington,Washington State,State of Washington;WV,WV,West Virginia;WI,WI,Wisconsin,Wisc;WY,WY,Wyoming',
  CA: '01,AB,Alberta,Alta;02,BC,British Columbia,B.C.,Colombie-Britannique;03,MB,Manitoba;04,NB,New Brunswick,Nouveau-Brunswick;05,NL,Newfoundland and Labrador,Newfoundland & Labrador,Newfoundland,Labrador,NFLD;07,NS,Nova Scotia,Nouvelle-Écosse;08,ON,Ontario,Ont;09,PE,Prince Edward Island,PEI,P.E.I.;10,QC,Quebec,Québec,Province of Quebec,PQ;11,SK,Saskatchewan,Sask;12,YT,Yukon,Yukon Territory;13,NT,Northwest Territories,NWT;14,NU,Nunavut',
  AU: '01,ACT,Australian Capital Territory;02,NSW,New South Wales,N.S.W.;03,NT,Northern Territory;04,QLD,Queensland,Qld;05,SA,South Australia;06,TAS,Tasmania;07,VIC,Victoria;08,WA,Western Australia',
  GB: 'ENG,England,Inglaterra,Angleterre;SCT,Scotland,Schottland,Écosse;WLS,Wales,Cymru;NIR,Northern Ireland,N. Ireland,NI,N.I.',
  ...regionsOfEurope,
  ...regionsOfTheWorld,
};

/** The regions of each country that has any in the tables. */
export const regions: ReadonlyMap<string, readonly RegionRow[]> = new Map(
  Object.entries(rows).map(([country, text]) => [
    country,
    text.split(';').map((row) => {
      const [code = '', name = '', ...spellings] = row.split(',');
      return { code, name, spellings };
    }),
  ]),
);

/** Countries whose region codes stand alone in postings: "Remote - TX". Elsewhere a code needs its city. */
export const postalCountries: ReadonlySet<string> = new Set(['US', 'CA', 'AU']);
