/** Other names of cities: folded spelling → name in GeoNames, country. Exonyms, short forms and what job ads write. */
const cityRows =
  'münchen,Munich,DE;muenchen,Munich,DE;köln,Köln,DE;cologne,Köln,DE;koeln,Köln,DE;nürnberg,Nürnberg,DE;nuremberg,Nürnberg,DE;hannover,Hannover,DE;hanover,Hannover,DE;frankfurt,Frankfurt am Main,DE;frankfurt/main,Frankfurt am Main,DE;dusseldorf,Düsseldorf,DE;duesseldorf,Düsseldorf,DE;wien,Vienna,AT;praha,Prague,CZ;warszawa,Warsaw,PL;milano,Milan,IT;roma,Rome,IT;torino,Turin,IT;firenze,Florence,IT;napoli,Naples,IT;venezia,Venice,IT;lisboa,Lisbon,PT;sevilla,Sevilla,ES;seville,Sevilla,ES;genève,Genève,CH;geneva,Genève,CH;genf,Genève,CH;bruxelles,Brussels,BE;brussel,Brussels,BE;antwerp,Antwerpen,BE;ghent,Gent,BE;den haag,The Hague,NL;hague,The Hague,NL;københavn,Copenhagen,DK;kobenhavn,Copenhagen,DK;göteborg,Göteborg,SE;gothenburg,Göteborg,SE;moskva,Moscow,RU;kiev,Kyiv,UA;bucuresti,Bucharest,RO;athina,Athens,GR;nyc,New York City,US;new york,New York City,US;new york city,New York City,US;manhattan,New York City,US;sf,San Francisco,US;san fran,San Francisco,US;bay area,San Francisco,US;san francisco bay area,San Francisco,US;sf bay area,San Francisco,US;la,Los Angeles,US;dc,Washington,US;washington dc,Washington,US;washington d.c.,Washington,US;philly,Philadelphia,US;st louis,St. Louis,US;saint louis,St. Louis,US;st paul,Saint Paul,US;dallas-fort worth,Dallas,US;bangalore,Bengaluru,IN;bombay,Mumbai,IN;madras,Chennai,IN;calcutta,Kolkata,IN;gurgaon,Gurugram,IN;new delhi,New Delhi,IN;delhi ncr,Delhi,IN;saigon,Ho Chi Minh City,VN;hcmc,Ho Chi Minh City,VN;peking,Beijing,CN;canton,Guangzhou,CN;sao paulo,São Paulo,BR;mexico city,Mexico City,MX;cdmx,Mexico City,MX;ciudad de mexico,Mexico City,MX;montreal,Montréal,CA;quebec city,Québec,CA;tel aviv,Tel Aviv,IL;tel aviv-yafo,Tel Aviv,IL;krakow,Kraków,PL;cracow,Kraków,PL;gdansk,Gdańsk,PL;wroclaw,Wrocław,PL;breslau,Wrocław,PL;lodz,Łódź,PL;poznan,Poznań,PL;zurich,Zürich,CH;zuerich,Zürich,CH;berne,Bern,CH;lucerne,Luzern,CH;basle,Basel,CH;malaga,Málaga,ES;cordoba,Córdoba,ES;dublin city,Dublin,IE';

/** GeoNames' name → the English name we answer with, where they differ. */
const shownRows =
  'New York City,New York;Köln,Cologne;Nürnberg,Nuremberg;Hannover,Hanover;Frankfurt am Main,Frankfurt;Genève,Geneva;Sevilla,Seville;Antwerpen,Antwerp;Gent,Ghent;Göteborg,Gothenburg;Montréal,Montreal;Zürich,Zurich;Kraków,Krakow;Luzern,Lucerne;Québec,Quebec City;Bengaluru,Bangalore';

export const cityNames: readonly { spelling: string; name: string; country: string }[] = cityRows
  .split(';')
  .map((row) => {
    const [spelling = '', name = '', country = ''] = row.split(',');
    return { spelling, name, country };
  });

export const shownNames: ReadonlyMap<string, string> = new Map(
  shownRows.split(';').map((row) => row.split(',') as [string, string]),
);

/** Country names job ads write that no list of names has: folded → ISO 3166-1 alpha-2. */
export const countryNames: Readonly<Record<string, string>> = {
  usa: 'US',
  us: 'US',
  'u.s.': 'US',
  'u.s.a.': 'US',
  'united states': 'US',
  'united states of america': 'US',
  america: 'US',
  estados: 'US',
  uk: 'GB',
  'u.k.': 'GB',
  'united kingdom': 'GB',
  'great britain': 'GB',
  britain: 'GB',
  korea: 'KR',
  'south korea': 'KR',
  'republic of korea': 'KR',
  russia: 'RU',
  vietnam: 'VN',
  taiwan: 'TW',
  'hong kong': 'HK',
  'czech republic': 'CZ',
  czechia: 'CZ',
  holland: 'NL',
  'the netherlands': 'NL',
  uae: 'AE',
  'united arab emirates': 'AE',
  deutschland: 'DE',
  österreich: 'AT',
  schweiz: 'CH',
  suisse: 'CH',
  svizzera: 'CH',
  españa: 'ES',
  espana: 'ES',
  italia: 'IT',
  polska: 'PL',
  méxico: 'MX',
  mexico: 'MX',
  brasil: 'BR',
  turkey: 'TR',
  türkiye: 'TR',
};

/** Wider areas as job ads mean them: folded name → countries; an empty list is the whole world. */
export const areas: Readonly<Record<string, readonly string[]>> = (() => {
  const words = (text: string) => text.split(' ');
  const eu = words('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE');
  const europe = [...eu, ...words('GB CH NO IS UA RS BA MK AL ME MD BY LI MC AD SM XK TR')];
  const middleEast = words('AE SA QA KW BH OM IL JO LB EG TR IQ');
  const africa = words('ZA NG KE GH MA TN DZ ET UG TZ RW SN CI CM EG');
  const latam = words('MX BR AR CL CO PE UY PY BO EC VE CR PA GT HN SV NI DO CU PR');
  const apac = words('AU NZ SG JP KR CN HK TW IN ID MY TH VN PH BD PK LK NP');
  const northAmerica = ['US', 'CA', 'MX'];
  return {
    worldwide: [],
    global: [],
    anywhere: [],
    international: [],
    'anywhere in the world': [],
    world: [],
    eu,
    'european union': eu,
    europe,
    'european economic area': [...eu, 'NO', 'IS', 'LI'],
    eea: [...eu, 'NO', 'IS', 'LI'],
    emea: [...europe, ...middleEast, ...africa],
    apac,
    asia: apac,
    'asia pacific': apac,
    latam,
    'latin america': latam,
    'south america': latam,
    americas: ['US', 'CA', ...latam],
    'the americas': ['US', 'CA', ...latam],
    'north america': northAmerica,
    dach: ['DE', 'AT', 'CH'],
    nordics: words('SE NO DK FI IS'),
    scandinavia: words('SE NO DK'),
    benelux: words('BE NL LU'),
    africa,
    'middle east': middleEast,
    mena: middleEast,
    anz: ['AU', 'NZ'],
    'uk & ireland': ['GB', 'IE'],
    'us & canada': ['US', 'CA'],
    'usa or canada': ['US', 'CA'],
  };
})();
