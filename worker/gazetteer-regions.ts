/**
 * First-level regions that postings name, by country: GeoNames' code, the name we answer with (a postal code where the
 * country uses one: US, CA, AU), and other spellings. ISO 3166-2 and GeoNames admin1 are the sources of the facts.
 */
type Row = readonly [geoNamesCode: string, name: string, ...spellings: string[]];

const postal = (rows: string): Row[] =>
  rows.split(';').map((row) => {
    const [geoNamesCode = '', name = '', ...spellings] = row.split(',');
    return [geoNamesCode, name, ...spellings];
  });

export const regions: Readonly<Record<string, readonly Row[]>> = {
  US: postal(
    'AL,AL,Alabama;AK,AK,Alaska;AZ,AZ,Arizona;AR,AR,Arkansas;CA,CA,California,Calif;CO,CO,Colorado;CT,CT,Connecticut;DE,DE,Delaware;DC,DC,District of Columbia;FL,FL,Florida;GA,GA,Georgia;HI,HI,Hawaii;ID,ID,Idaho;IL,IL,Illinois;IN,IN,Indiana;IA,IA,Iowa;KS,KS,Kansas;KY,KY,Kentucky;LA,LA,Louisiana;ME,ME,Maine;MD,MD,Maryland;MA,MA,Massachusetts;MI,MI,Michigan;MN,MN,Minnesota;MS,MS,Mississippi;MO,MO,Missouri;MT,MT,Montana;NE,NE,Nebraska;NV,NV,Nevada;NH,NH,New Hampshire;NJ,NJ,New Jersey;NM,NM,New Mexico;NY,NY,New York State,New York;NC,NC,North Carolina;ND,ND,North Dakota;OH,OH,Ohio;OK,OK,Oklahoma;OR,OR,Oregon;PA,PA,Pennsylvania;RI,RI,Rhode Island;SC,SC,South Carolina;SD,SD,South Dakota;TN,TN,Tennessee;TX,TX,Texas;UT,UT,Utah;VT,VT,Vermont;VA,VA,Virginia;WA,WA,Washington State,Washington;WV,WV,West Virginia;WI,WI,Wisconsin;WY,WY,Wyoming',
  ),
  CA: postal(
    '01,AB,Alberta;02,BC,British Columbia;03,MB,Manitoba;04,NB,New Brunswick;05,NL,Newfoundland and Labrador,Newfoundland;07,NS,Nova Scotia;08,ON,Ontario;09,PE,Prince Edward Island,PEI;10,QC,Quebec,Québec;11,SK,Saskatchewan;12,YT,Yukon;13,NT,Northwest Territories;14,NU,Nunavut',
  ),
  AU: postal(
    '01,ACT,Australian Capital Territory;02,NSW,New South Wales;03,NT,Northern Territory;04,QLD,Queensland;05,SA,South Australia;06,TAS,Tasmania;07,VIC,Victoria;08,WA,Western Australia',
  ),
  GB: postal('ENG,England;SCT,Scotland;WLS,Wales;NIR,Northern Ireland'),
  DE: postal(
    '01,Baden-Württemberg,Baden-Wurttemberg,BW;02,Bavaria,Bayern,BY;03,Bremen;04,Hamburg;05,Hesse,Hessen;06,Lower Saxony,Niedersachsen;07,North Rhine-Westphalia,Nordrhein-Westfalen,NRW;08,Rhineland-Palatinate,Rheinland-Pfalz;09,Saarland;10,Schleswig-Holstein;11,Brandenburg;12,Mecklenburg-Vorpommern;13,Saxony,Sachsen;14,Saxony-Anhalt,Sachsen-Anhalt;15,Thuringia,Thüringen;16,Berlin',
  ),
  AT: postal(
    '01,Burgenland;02,Carinthia,Kärnten;03,Lower Austria,Niederösterreich;04,Upper Austria,Oberösterreich;05,Salzburg;06,Styria,Steiermark;07,Tyrol,Tirol;08,Vorarlberg;09,Vienna,Wien',
  ),
  CH: postal(
    'AG,Aargau;AR,Appenzell Ausserrhoden;AI,Appenzell Innerrhoden;BL,Basel-Landschaft;BS,Basel-Stadt;BE,Bern,Berne;FR,Fribourg,Freiburg;GE,Geneva,Genève,Genf;GL,Glarus;GR,Graubünden,Grisons;JU,Jura;LU,Lucerne,Luzern;NE,Neuchâtel;NW,Nidwalden;OW,Obwalden;SG,St. Gallen,Sankt Gallen;SH,Schaffhausen;SZ,Schwyz;SO,Solothurn;TG,Thurgau;TI,Ticino,Tessin;UR,Uri;VS,Valais,Wallis;VD,Vaud,Waadt;ZG,Zug;ZH,Zurich,Zürich',
  ),
  FR: postal(
    '11,Île-de-France,Ile de France;24,Centre-Val de Loire;27,Bourgogne-Franche-Comté;28,Normandy,Normandie;32,Hauts-de-France;44,Grand Est;52,Pays de la Loire;53,Brittany,Bretagne;75,Nouvelle-Aquitaine;76,Occitanie,Occitania;84,Auvergne-Rhône-Alpes;93,Provence-Alpes-Côte d’Azur,PACA;94,Corsica,Corse',
  ),
  NL: postal(
    '01,Drenthe;02,Friesland;03,Gelderland;04,Groningen;05,Limburg;06,North Brabant,Noord-Brabant;07,North Holland,Noord-Holland;09,Utrecht;10,Zeeland;11,South Holland,Zuid-Holland;15,Overijssel;16,Flevoland',
  ),
  ES: postal(
    '07,Balearic Islands,Islas Baleares;27,La Rioja;29,Community of Madrid,Comunidad de Madrid,Madrid;31,Murcia;32,Navarre,Navarra;34,Asturias;39,Cantabria;51,Andalusia,Andalucía;52,Aragon,Aragón;53,Canary Islands,Canarias;54,Castilla-La Mancha;55,Castile and León,Castilla y León;56,Catalonia,Cataluña,Catalunya;57,Extremadura;58,Galicia;59,Basque Country,País Vasco,Euskadi;60,Valencian Community,Comunidad Valenciana,Valencia',
  ),
  IT: postal(
    '01,Abruzzo;02,Basilicata;03,Calabria;04,Campania;05,Emilia-Romagna;06,Friuli-Venezia Giulia;07,Lazio,Latium;08,Liguria;09,Lombardy,Lombardia;10,Marche;11,Molise;12,Piedmont,Piemonte;13,Apulia,Puglia;14,Sardinia,Sardegna;15,Sicily,Sicilia;16,Tuscany,Toscana;17,Trentino-Alto Adige;18,Umbria;19,Aosta Valley,Valle d’Aosta;20,Veneto',
  ),
  PL: postal(
    '72,Lower Silesia,Dolnośląskie;73,Kuyavian-Pomeranian,Kujawsko-Pomorskie;74,Łódź Voivodeship,Łódzkie;75,Lublin Voivodeship,Lubelskie;76,Lubusz,Lubuskie;77,Lesser Poland,Małopolskie;78,Mazovia,Mazowieckie,Masovian;79,Opole Voivodeship,Opolskie;80,Subcarpathia,Podkarpackie;81,Podlasie,Podlaskie;82,Pomerania,Pomorskie;83,Silesia,Śląskie;84,Świętokrzyskie;85,Warmia-Masuria,Warmińsko-Mazurskie;86,Greater Poland,Wielkopolskie;87,West Pomerania,Zachodniopomorskie',
  ),
  IN: postal(
    '02,Andhra Pradesh;03,Assam;05,Chandigarh;07,Delhi,NCR;09,Gujarat;10,Haryana;13,Kerala;16,Maharashtra;19,Karnataka;21,Odisha;23,Punjab;24,Rajasthan;25,Tamil Nadu;28,West Bengal;33,Goa;34,Bihar;35,Madhya Pradesh;36,Uttar Pradesh;40,Telangana',
  ),
  BR: postal(
    '27,São Paulo,SP;21,Rio de Janeiro,RJ;15,Minas Gerais,MG;23,Rio Grande do Sul,RS;18,Paraná;26,Santa Catarina;07,Distrito Federal,DF;05,Bahia;30,Pernambuco;06,Ceará',
  ),
  IE: postal('L,Leinster;M,Munster;C,Connacht;U,Ulster'),
};
