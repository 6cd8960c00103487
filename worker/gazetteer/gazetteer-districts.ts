/** A county or other district within a region, with its centre; its name is the first of `spellings`. */
export type District = {
  country: string;
  region: string;
  lat: number | null;
  lon: number | null;
  spellings: readonly string[];
};

/**
 * Districts that job ads name instead of a region, by country and region: `name,latitude,longitude,spelling,…`. The centre
 * is accurate to about ten kilometres; a search for the district covers 50 km around it.
 */
const rows: Readonly<Record<string, string>> = {
  'GB England':
    'Bedfordshire,52.0,-0.5;Berkshire,51.4,-1.0,Royal Berkshire;Buckinghamshire,51.8,-0.8,Bucks;Cambridgeshire,52.3,0.1,Cambs;Cheshire,53.2,-2.5;Cornwall,50.4,-4.8;Cumbria,54.5,-3.0;Derbyshire,53.1,-1.6;Devon,50.7,-3.8;Dorset,50.8,-2.4;County Durham,54.7,-1.8,Durham County;Essex,51.8,0.6;Gloucestershire,51.8,-2.2;Hampshire,51.1,-1.3,Hants;Herefordshire,52.1,-2.7;Hertfordshire,51.8,-0.2,Herts;Isle of Wight,50.7,-1.3;Kent,51.2,0.7;Lancashire,53.8,-2.6,Lancs;Leicestershire,52.7,-1.2,Leics;Lincolnshire,53.1,-0.2,Lincs;Merseyside,53.4,-3.0;Middlesex,51.5,-0.4;Norfolk UK,52.7,1.0;Northamptonshire,52.3,-0.8,Northants;Northumberland,55.2,-2.1;Nottinghamshire,53.1,-1.0,Notts;Oxfordshire,51.8,-1.3,Oxon;Rutland,52.7,-0.6;Shropshire,52.6,-2.7;Somerset,51.1,-3.0;Staffordshire,52.8,-2.0,Staffs;Suffolk,52.2,1.0;Surrey,51.3,-0.4;East Sussex,50.9,0.3;West Sussex,50.9,-0.5;Sussex,50.9,-0.1;Tyne and Wear,55.0,-1.5,Tyne & Wear;Warwickshire,52.3,-1.6;West Midlands,52.5,-1.9;East Midlands,52.9,-1.1;Wiltshire,51.3,-1.9,Wilts;Worcestershire,52.2,-2.2;Yorkshire,53.9,-1.3;North Yorkshire,54.2,-1.3;South Yorkshire,53.5,-1.3;West Yorkshire,53.8,-1.7;East Yorkshire,53.9,-0.6,East Riding of Yorkshire;Thames Valley,51.5,-1.0;Home Counties,51.5,-0.3;North West England,53.6,-2.5;South East England,51.2,0.0;South West England,51.0,-3.2;North East England,54.9,-1.8;East of England,52.2,0.4;East Anglia,52.5,1.0;The Midlands,52.6,-1.6,Midlands',
  'GB Scotland':
    'Aberdeenshire,57.2,-2.5;Fife,56.2,-3.1;Lanarkshire,55.7,-3.8,North Lanarkshire,South Lanarkshire;Lothian,55.9,-3.2,West Lothian,East Lothian,Midlothian;Perthshire,56.6,-3.8;Renfrewshire,55.8,-4.5;Ayrshire,55.5,-4.5;Scottish Highlands,57.4,-4.5,Highlands;Scottish Borders,55.6,-2.8;Stirlingshire,56.1,-4.1',
  'GB Wales':
    'Gwent,51.7,-3.0;Glamorgan,51.6,-3.5,Vale of Glamorgan;Gwynedd,52.9,-3.9;Powys,52.3,-3.4;Pembrokeshire,51.9,-4.9;Carmarthenshire,51.9,-4.2;Flintshire,53.2,-3.1;Monmouthshire,51.8,-2.9;Rhondda Cynon Taf,51.6,-3.4',
  'GB Northern Ireland':
    'County Antrim,54.9,-6.2,Co. Antrim,Antrim;County Down,54.3,-5.9,Co. Down;County Armagh,54.3,-6.6,Co. Armagh;County Tyrone,54.6,-7.2,Co. Tyrone;County Londonderry,55.0,-6.9;County Fermanagh,54.4,-7.6',
  'IE Leinster':
    'County Carlow,52.7,-6.8,Co. Carlow;County Kildare,53.2,-6.8,Co. Kildare,Kildare;County Kilkenny,52.6,-7.2,Co. Kilkenny;County Laois,53.0,-7.3,Co. Laois;County Longford,53.7,-7.7;County Louth,53.9,-6.5,Co. Louth;County Meath,53.6,-6.7,Co. Meath,Meath;County Offaly,53.2,-7.6,Co. Offaly;County Westmeath,53.5,-7.4,Co. Westmeath,Westmeath;County Wexford,52.5,-6.6,Co. Wexford;County Wicklow,53.0,-6.4,Co. Wicklow',
  'IE Munster':
    'County Clare,52.9,-9.0,Co. Clare;County Kerry,52.1,-9.6,Co. Kerry,Kerry;County Tipperary,52.6,-7.9,Co. Tipperary;County Waterford,52.2,-7.6,Co. Waterford',
  'IE Connacht':
    'County Leitrim,54.1,-8.0;County Mayo,53.9,-9.3,Co. Mayo;County Roscommon,53.7,-8.3;County Sligo,54.2,-8.6,Co. Sligo',
  'IE Ulster': 'County Cavan,54.0,-7.3,Co. Cavan;County Donegal,54.9,-8.0,Co. Donegal;County Monaghan,54.2,-7.0',
  'US CA':
    'Orange County,33.7,-117.8,OC,Orange County CA;Inland Empire,34.0,-117.3;East Bay,37.8,-122.2;Ventura County,34.4,-119.1;Central Valley,36.8,-119.8;Napa Valley,38.4,-122.3;Sonoma County,38.5,-122.8;San Fernando Valley,34.2,-118.5;San Diego County,33.0,-116.8',
  'US NY':
    'Long Island,40.8,-73.1;Hudson Valley,41.7,-73.9;Westchester,41.1,-73.8,Westchester County;Nassau County,40.7,-73.6;Suffolk County,40.9,-72.7',
  'US FL':
    'Space Coast,28.2,-80.7;Broward County,26.2,-80.4;Palm Beach County,26.6,-80.4;Florida Keys,24.8,-80.9;Treasure Coast,27.4,-80.4',
  'US WA': 'King County,47.5,-121.8;Eastside,47.6,-122.1',
  'US PA': 'Lehigh Valley,40.6,-75.5;Bucks County,40.3,-75.1',
  'US MA': 'Cape Cod,41.7,-70.3',
  'US CT': 'Fairfield County,41.2,-73.4',
  'US HI':
    'Island of Hawaii,19.6,-155.5,Big Island,Hawaii Island;Oahu,21.5,-158.0,Island of Oahu;Maui,20.8,-156.3,Island of Maui;Kauai,22.1,-159.5,Island of Kauai',
  'US VA': 'Fairfax County,38.8,-77.3;Loudoun County,39.1,-77.6',
  'US MD': 'Montgomery County MD,39.1,-77.2',
  'DE Baden-Württemberg': 'Schwarzwald,48.0,8.1,Black Forest;Bodensee,47.6,9.3,Lake Constance',
  'DE Bavaria':
    'Oberbayern,47.9,11.8,Upper Bavaria;Franken,49.5,11.0,Franconia,Mittelfranken,Oberfranken,Unterfranken;Allgäu,47.7,10.3',
  'FR Île-de-France':
    "Hauts-de-Seine,48.8,2.2;Yvelines,48.8,1.9;Seine-Saint-Denis,48.9,2.5;Val-de-Marne,48.8,2.5;Essonne,48.5,2.2;Val-d'Oise,49.1,2.1;Seine-et-Marne,48.6,3.0",
  "FR Provence-Alpes-Côte d'Azur": 'Bouches-du-Rhône,43.5,5.1;Alpes-Maritimes,43.9,7.2;Vaucluse,44.0,5.2',
  'FR Auvergne-Rhône-Alpes': 'Isère,45.3,5.6;Haute-Savoie,46.0,6.4;Savoie,45.5,6.4;Puy-de-Dôme,45.8,3.1',
  'FR Occitania': 'Haute-Garonne,43.4,1.2;Hérault,43.6,3.4',
  'FR Nouvelle-Aquitaine': 'Gironde,44.8,-0.6;Pyrénées-Atlantiques,43.3,-0.8',
  'FR Pays de la Loire': 'Loire-Atlantique,47.4,-1.7;Vendée,46.7,-1.3',
  'FR Brittany': 'Ille-et-Vilaine,48.2,-1.6;Finistère,48.3,-4.1;Morbihan,47.8,-2.8',
  'FR Grand Est': 'Bas-Rhin,48.7,7.5;Haut-Rhin,47.9,7.2',
  'IT Lombardy':
    'Città metropolitana di Milano,45.5,9.2,MI,Milano,Milan;Provincia di Bergamo,45.7,9.7,BG,Bergamo;Provincia di Brescia,45.5,10.2,BS,Brescia;Monza e Brianza,45.6,9.3,MB;Provincia di Varese,45.8,8.8,VA,Varese;Provincia di Como,45.8,9.1,CO,Como;Provincia di Pavia,45.2,9.2,PV,Pavia;Provincia di Lecco,45.9,9.4,LC,Lecco',
  'IT Lazio': 'Città metropolitana di Roma,41.9,12.5,RM,Roma,Rome;Provincia di Latina,41.5,12.9,LT,Latina',
  'IT Piedmont':
    'Città metropolitana di Torino,45.1,7.7,TO,Torino,Turin;Provincia di Novara,45.4,8.6,NO,Novara;Provincia di Cuneo,44.4,7.5,CN,Cuneo',
  'IT Emilia-Romagna':
    'Città metropolitana di Bologna,44.5,11.3,BO,Bologna;Provincia di Modena,44.6,10.9,MO,Modena;Provincia di Parma,44.8,10.3,PR,Parma;Provincia di Reggio Emilia,44.7,10.6,RE,Reggio Emilia;Provincia di Rimini,44.1,12.6,RN,Rimini',
  'IT Veneto':
    'Città metropolitana di Venezia,45.4,12.3,VE,Venezia,Venice;Provincia di Verona,45.4,11.0,VR,Verona;Provincia di Padova,45.4,11.9,PD,Padova;Provincia di Vicenza,45.5,11.5,VI,Vicenza;Provincia di Treviso,45.7,12.2,TV,Treviso',
  'IT Tuscany':
    'Città metropolitana di Firenze,43.8,11.3,FI,Firenze,Florence;Provincia di Pisa,43.7,10.4,PI,Pisa;Provincia di Lucca,43.8,10.5,LU,Lucca',
  'IT Campania': 'Città metropolitana di Napoli,40.8,14.3,NA,Napoli,Naples;Provincia di Salerno,40.7,14.8,SA,Salerno',
  'IT Liguria': 'Città metropolitana di Genova,44.4,8.9,GE,Genova,Genoa',
  'IT Friuli-Venezia Giulia': 'Provincia di Udine,46.1,13.2,UD,Udine;Provincia di Trieste,45.6,13.8,TS,Trieste',
  'IT Apulia': 'Città metropolitana di Bari,41.1,16.9,BA,Bari',
  'IT Sicily':
    'Città metropolitana di Palermo,38.1,13.4,PA,Palermo;Città metropolitana di Catania,37.5,15.1,CT,Catania',
  'IT Marche': 'Provincia di Ancona,43.6,13.5,AN,Ancona',
  'IT Trentino-Alto Adige': 'Provincia di Trento,46.1,11.1,TN,Trento;Provincia di Bolzano,46.5,11.3,BZ,Bolzano',
  'CA BC': 'Okanagan,49.9,-119.5;Fraser Valley,49.1,-122.0',
  'AU QLD': 'Sunshine Coast,-26.7,153.1',
  'NL South Holland': 'Randstad,52.0,4.6',
};

export const districts: readonly District[] = Object.entries(rows).flatMap(([place, text]) => {
  const country = place.slice(0, 2);
  const region = place.slice(3);
  return text.split(';').map((row) => {
    const [name = '', lat, lon, ...spellings] = row.split(',');
    return { country, region, lat: Number(lat), lon: Number(lon), spellings: [name, ...spellings] };
  });
});
