/** Names of countries that job ads use and other lists lack: `ISO 3166-1 alpha-2,name,…`. */
const rows =
  'US,USA,U.S.,U.S.A.,US of A,America,United States,United States of America,The United States,the US,the USA,Vereinigte Staaten,États-Unis,Etats Unis,Estados Unidos,EEUU,EE.UU.,Stati Uniti,USA only,US only,continental US,continental United States,contiguous US,contiguous United States,continental USA,lower 48,CONUS,nationwide US,U.S. only,stateside;GB,UK,U.K.,GB,United Kingdom,The United Kingdom,the UK,Great Britain,Britain,UK only,Vereinigtes Königreich,Royaume-Uni,Reino Unido,Regno Unito,Verenigd Koninkrijk,Wielka Brytania,Großbritannien;KR,Korea,South Korea,Republic of Korea,S. Korea,Korea South,ROK;KP,North Korea;RU,Russia,Russian Federation;VN,Vietnam,Viet Nam;TW,Taiwan,Taiwan R.O.C.,Chinese Taipei;HK,Hong Kong,Hong Kong SAR,Hong Kong S.A.R.,Hong Kong SAR China,Hongkong,HKSAR;MO,Macau,Macao,Macau SAR;CZ,Czech Republic,Czechia,Czech Rep,the Czech Republic,Česko,Česká republika,Tschechien;NL,Netherlands,The Netherlands,Holland,Nederland,Niederlande,Pays-Bas,Países Bajos,Paesi Bassi;AE,UAE,U.A.E.,United Arab Emirates,the UAE,Emirates;SA,KSA,Saudi,Saudi Arabia,Kingdom of Saudi Arabia;TR,Turkey,Türkiye,Turkiye;CI,Ivory Coast,Cote d Ivoire;CD,DRC,DR Congo,Democratic Republic of Congo;BA,Bosnia,Bosnia and Herzegovina,Bosnia & Herzegovina;MK,Macedonia,North Macedonia;XK,Kosovo;PS,Palestine,Palestinian Territories;LA,Laos;MD,Moldova,Republic of Moldova;TZ,Tanzania;BO,Bolivia;VE,Venezuela;IR,Iran;SY,Syria;BN,Brunei;CV,Cape Verde,Cabo Verde;SZ,Eswatini,Swaziland;MM,Myanmar,Burma;CN,China,PRC,Mainland China,P.R. China,People s Republic of China;DE,Deutschland,BRD,Federal Republic of Germany,Deutschlandweit,bundesweit;AT,Österreich,Oesterreich,Österreichweit;CH,Schweiz,Suisse,Svizzera,Suiza,Swiss,Schweizweit;IE,Éire,Republic of Ireland,ROI,Ireland;GE,Republic of Georgia,Georgia Tbilisi,Sakartvelo;MX,Méjico,México,Mexico;PR,Puerto Rico;VI,US Virgin Islands;GU,Guam;TT,Trinidad,Trinidad and Tobago,Trinidad & Tobago;AG,Antigua;ZA,South Africa,RSA,Republic of South Africa;NZ,Aotearoa,New Zealand;PH,Philippines,the Philippines;BR,Brasil;JP,Nippon,日本;IT,Italia;ES,España,Espana;PL,Polska;FR,France,Frankreich;SE,Sverige;NO,Norge;DK,Danmark;FI,Suomi;GR,Hellas,Greece;HU,Magyarország;UA,Україна,Ukraine;RO,România;IN,Bharat;AU,Aussie,Australia;JE,Jersey;GG,Guernsey;IM,Isle of Man;GI,Gibraltar;BS,Bahamas,the Bahamas;GM,Gambia,the Gambia;SV,El Salvador;DO,Dominican Republic,República Dominicana;LK,Sri Lanka;KZ,Kazakhstan';

export const countryNames: readonly { code: string; names: readonly string[] }[] = rows.split(';').map((row) => {
  const [code = '', ...names] = row.split(',');
  return { code, names };
});

/** City-states: the country's name also names the city. */
export const cityStates: ReadonlySet<string> = new Set(['SG', 'HK', 'MO', 'MC', 'GI', 'VA']);

/** Territories that postings also attribute to another country: "Hong Kong, China", "San Juan, Puerto Rico, US". */
export const territories: ReadonlyMap<string, string> = new Map(
  Object.entries({
    HK: 'CN',
    MO: 'CN',
    PR: 'US',
    GU: 'US',
    VI: 'US',
    RE: 'FR',
    GP: 'FR',
    MQ: 'FR',
    GF: 'FR',
    JE: 'GB',
    GG: 'GB',
    IM: 'GB',
    GI: 'GB',
    AX: 'FI',
  }),
);
