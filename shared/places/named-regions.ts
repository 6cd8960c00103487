/**
 * A region that people name but no map shows: first-level regions ("New England"), or towns with their surroundings
 * ("Bay Area"). `members` are locations in plain words; around a town, everything within `km` kilometres belongs to it.
 */
export type NamedRegion = {
  name: string;
  spellings: readonly string[];
  /** ISO 3166-1 alpha-2 if it lies within one country. */
  country: string | null;
  km: number | null;
  members: readonly string[];
};

/** `name|other spellings|states` by country: regions made of states, as the Census Bureau defines them. */
const ofStates: Readonly<Record<string, readonly string[]>> = {
  US: [
    'New England||Connecticut;Maine;Massachusetts;New Hampshire;Rhode Island;Vermont',
    'Midwest|the midwest;midwestern us;us midwest;midwest us;midwestern united states;midwest region|Illinois;Indiana;Iowa;Kansas;Michigan;Minnesota;Missouri;Nebraska;North Dakota;Ohio;South Dakota;Wisconsin',
    'Northeast US|northeastern us;us northeast;northeastern united states;northeast united states|Connecticut;Maine;Massachusetts;New Hampshire;Rhode Island;Vermont;New York State;New Jersey;Pennsylvania',
    'Mid-Atlantic|mid atlantic region|New York State;New Jersey;Pennsylvania;DE, US;Maryland;District of Columbia;Virginia;West Virginia',
    'Southeast US|southeastern us;us southeast;southeastern united states|Alabama;Arkansas;Florida;GA, US;Kentucky;Louisiana;Mississippi;North Carolina;South Carolina;Tennessee;Virginia;West Virginia',
    'Deep South|the deep south|Alabama;GA, US;Louisiana;Mississippi;South Carolina',
    'Southwest US|southwestern us;us southwest;southwestern united states|Arizona;New Mexico;Oklahoma;Texas',
    'Pacific Northwest|pnw;the pacific northwest;us pacific northwest|Washington State;Oregon;Idaho',
    'West Coast|the west coast;us west coast;west coast us|California;Oregon;Washington State',
    'East Coast|the east coast;us east coast;east coast us;eastern seaboard|Maine;New Hampshire;Massachusetts;Rhode Island;Connecticut;New York State;New Jersey;Pennsylvania;DE, US;Maryland;District of Columbia;Virginia;North Carolina;South Carolina;GA, US;Florida',
    'Gulf Coast|the gulf coast;us gulf coast|Texas;Louisiana;Mississippi;Alabama;Florida',
    'Great Lakes|great lakes region|Minnesota;Wisconsin;Illinois;Indiana;Michigan;Ohio;Pennsylvania;New York State',
    'Great Plains||North Dakota;South Dakota;Nebraska;Kansas;Oklahoma',
    'Mountain West|mountain states;rocky mountains;rockies;rocky mountain region|Arizona;Colorado;Idaho;Montana;Nevada;New Mexico;Utah;Wyoming',
    'Sun Belt|sunbelt|Alabama;Arizona;California;Florida;GA, US;Louisiana;Mississippi;Nevada;New Mexico;North Carolina;South Carolina;Tennessee;Texas',
    'Rust Belt|rustbelt|Illinois;Indiana;Michigan;New York State;Ohio;Pennsylvania;Wisconsin',
    'Carolinas|the carolinas|North Carolina;South Carolina',
    'Dakotas|the dakotas|North Dakota;South Dakota',
  ],
  CA: [
    'Maritimes|the maritimes;maritime provinces|New Brunswick;Nova Scotia;Prince Edward Island',
    'Atlantic Canada||New Brunswick;Nova Scotia;Prince Edward Island;Newfoundland and Labrador',
    'Prairies|the prairies;canadian prairies|Alberta;Saskatchewan;Manitoba',
    'Western Canada||British Columbia;Alberta;Saskatchewan;Manitoba',
  ],
  DE: [
    'Northern Germany|norddeutschland;north germany|Schleswig-Holstein, Germany;Hamburg, Germany;Lower Saxony;Bremen, Germany;Mecklenburg-Vorpommern',
    'Southern Germany|süddeutschland;south germany|Baden-Württemberg;Bavaria',
    'Eastern Germany|ostdeutschland;east germany|Brandenburg, Germany;Berlin, Germany;Mecklenburg-Vorpommern;Saxony;Saxony-Anhalt;Thuringia',
  ],
  IT: [
    'Northern Italy|nord italia;norditalia|Lombardy;Piedmont;Veneto;Liguria;Emilia-Romagna;Friuli-Venezia Giulia;Trentino-Alto Adige;Aosta Valley',
  ],
};

/** `name|other spellings|kilometres|towns` by country (`-` = more than one): regions around towns. */
const aroundTowns: Readonly<Record<string, readonly string[]>> = {
  US: [
    'Bay Area|the bay area;san francisco bay area;sf bay area;sf bay;san francisco bay;bay area ca;bay area california;san francisco bay area ca;greater san francisco|30|San Francisco, CA;Oakland, CA;San Jose, CA;Palo Alto, CA;Fremont, CA;Walnut Creek, CA;San Rafael, CA;Vallejo, CA;Napa, CA;Santa Rosa, CA;Livermore, CA',
    'Silicon Valley|silicon valley ca|20|San Jose, CA;Palo Alto, CA;Mountain View, CA;Sunnyvale, CA;Santa Clara, CA;Menlo Park, CA;Redwood City, CA;Fremont, CA',
    'East Bay||15|Oakland, CA;Berkeley, CA;Hayward, CA;Fremont, CA;Walnut Creek, CA;Concord, CA;Livermore, CA',
    'Southern California|socal;so cal|50|Los Angeles, CA;Anaheim, CA;San Diego, CA;Riverside, CA;Oxnard, CA;Santa Barbara, CA;Palm Springs, CA;Bakersfield, CA',
    'Northern California|norcal;nor cal|60|San Francisco, CA;San Jose, CA;Sacramento, CA;Stockton, CA;Santa Rosa, CA;Chico, CA;Redding, CA',
    'Inland Empire||30|Riverside, CA;San Bernardino, CA;Ontario, CA;Temecula, CA',
    'Research Triangle|research triangle park;rtp;the triangle;raleigh durham|30|Raleigh, NC;Durham, NC;Chapel Hill, NC;Cary, NC',
    'Dallas-Fort Worth|dfw;dallas ft worth metroplex;dfw metroplex;dfw area;dallas fort worth area|40|Dallas, TX;Fort Worth, TX;Arlington, TX;Plano, TX;Denton, TX;McKinney, TX',
    'Twin Cities|the twin cities;minneapolis st paul;msp|40|Minneapolis, MN;St. Paul, MN',
    'Tri-State Area|tri state;the tri state area;ny metro;nyc metro;new york metro;greater new york|50|New York City;Newark, NJ;Stamford, CT;White Plains, NY;Hempstead, NY;New Brunswick, NJ',
    'DC Metro|dmv;dc area;dc metro area;washington dc metro;washington metro area;national capital region dc;washington dc area|40|Washington, DC;Arlington, VA;Alexandria, VA;Reston, VA;Bethesda, MD;Rockville, MD',
    'Greater Boston|boston area;greater boston area|40|Boston, MA;Cambridge, MA;Waltham, MA;Framingham, MA;Lowell, MA',
    'South Florida||40|Miami, FL;Fort Lauderdale, FL;West Palm Beach, FL',
    'Tampa Bay|tampa bay area;tampa st petersburg|40|Tampa, FL;St. Petersburg, FL;Clearwater, FL',
    'Puget Sound|greater seattle;seattle area;greater seattle area|40|Seattle, WA;Tacoma, WA;Everett, WA;Bellevue, WA;Olympia, WA',
    'Silicon Slopes|wasatch front|30|Salt Lake City, UT;Provo, UT;Ogden, UT;Lehi, UT',
    'Front Range||40|Denver, CO;Boulder, CO;Fort Collins, CO;Colorado Springs, CO',
  ],
  CA: [
    'Greater Toronto|gta;greater toronto area|40|Toronto, ON;Mississauga, ON;Brampton, ON;Oakville, ON;Oshawa, ON',
    'Golden Horseshoe|gtha|40|Toronto, ON;Mississauga, ON;Oshawa, ON;Hamilton, ON;St. Catharines, ON',
    'Lower Mainland|metro vancouver;greater vancouver|40|Vancouver, BC;Surrey, BC;Abbotsford, BC',
  ],
  GB: [
    'West Midlands||30|Birmingham, England;Coventry, England;Wolverhampton, England',
    'East Midlands||40|Nottingham, England;Leicester, England;Derby, England;Lincoln, England;Northampton, England',
    'Midlands|the midlands|40|Birmingham, England;Coventry, England;Wolverhampton, England;Stoke-on-Trent, England;Nottingham, England;Leicester, England;Derby, England;Lincoln, England;Northampton, England',
    'Thames Valley||30|Reading, England;Slough, England;Maidenhead, England;Oxford, England',
    'M4 Corridor||30|Slough, England;Reading, England;Swindon, England;Bristol, England;Newport, Wales;Cardiff, Wales',
    'East Anglia||40|Norwich, England;Ipswich, England;Cambridge, England;Peterborough, England',
    'North West England|northwest england|40|Manchester, England;Liverpool, England;Preston, England;Lancaster, England;Chester, England;Carlisle, England',
    'North East England|northeast england|40|Newcastle upon Tyne, England;Sunderland, England;Middlesbrough, England;Durham, England',
    'South East England|southeast england|50|Reading, England;Brighton, England;Southampton, England;Portsmouth, England;Oxford, England;Guildford, England;Maidstone, England;Canterbury, England;Milton Keynes, England',
    'South West England|southwest england|50|Bristol, England;Exeter, England;Plymouth, England;Bournemouth, England;Gloucester, England;Truro, England',
    'Central Belt||30|Glasgow, Scotland;Edinburgh, Scotland;Stirling, Scotland;Falkirk, Scotland',
  ],
  DE: [
    'Ruhr Area|ruhrgebiet;ruhr;the ruhr;ruhr valley|20|Essen, Germany;Dortmund, Germany;Duisburg, Germany;Bochum, Germany;Gelsenkirchen, Germany;Hagen, Germany;Hamm, Germany',
    'Rhine-Main|rhein main;rhein main gebiet;rhine main area;frankfurt rhein main|25|Frankfurt am Main, Germany;Wiesbaden, Germany;Mainz, Germany;Darmstadt, Germany;Offenbach, Germany',
    'Rhine-Neckar|rhein neckar|25|Mannheim, Germany;Heidelberg, Germany;Ludwigshafen am Rhein, Germany',
    'Rhineland|rheinland|30|Cologne, Germany;Düsseldorf, Germany;Bonn, Germany;Aachen, Germany;Mönchengladbach, Germany',
  ],
  NL: ['Randstad|the randstad|20|Amsterdam;Rotterdam;The Hague;Utrecht, Netherlands;Haarlem;Leiden;Hilversum;Delft'],
  FR: ['French Riviera|côte d’azur|30|Nice, France;Cannes, France;Antibes, France;Monaco'],
  CH: [
    'Romandy|romandie;suisse romande;french speaking switzerland|30|Geneva, Switzerland;Lausanne, Switzerland;Fribourg, Switzerland;Neuchâtel, Switzerland;Montreux, Switzerland',
  ],
  IN: ['Delhi NCR|ncr delhi|30|New Delhi, India;Gurgaon, India;Noida, India;Faridabad, India;Ghaziabad, India'],
  JP: [
    'Kanto|greater tokyo;tokyo area|40|Tokyo;Yokohama;Saitama;Chiba',
    'Kansai|keihanshin|30|Osaka;Kyoto;Kobe;Nara, Japan',
  ],
  '-': [
    'Øresund|oresund;oresund region|30|Copenhagen;Malmö',
    'Lake Constance|bodensee|30|Konstanz;Friedrichshafen;Bregenz',
    'Greater Bay Area|pearl river delta|40|Hong Kong;Shenzhen;Guangzhou;Macau;Dongguan;Foshan;Zhuhai',
  ],
};

const listed = (text: string): string[] => text.split(';').filter((each) => each !== '');

const readStates = ([country, rows]: [string, readonly string[]]): NamedRegion[] =>
  rows.map((row) => {
    const [name = '', spellings = '', members = ''] = row.split('|');
    return { name, spellings: listed(spellings), country, km: null, members: listed(members) };
  });

const readTowns = ([country, rows]: [string, readonly string[]]): NamedRegion[] =>
  rows.map((row) => {
    const [name = '', spellings = '', km, members = ''] = row.split('|');
    const known = { name, spellings: listed(spellings), km: Number(km), members: listed(members) };
    return { ...known, country: country === '-' ? null : country };
  });

export const namedRegions: readonly NamedRegion[] = [
  ...Object.entries(ofStates).flatMap(readStates),
  ...Object.entries(aroundTowns).flatMap(readTowns),
];
