/**
 * How a country writes its postcodes, and which region their first characters name. The facts are of the postal services,
 * the Universal Postal Union's addressing sheets and, for the regions, of GeoNames' postal codes (CC BY 4.0).
 */
export type PostcodeRow = {
  country: string;
  /** The form of a code, as the source of a regular expression without groups. */
  form: string;
  /** Whether no other country writes its codes in this form: a code then states its country. */
  own: boolean;
  /**
   * The region by the first characters of a code, `region=prefix,from-to;…`; the longest prefix counts. Prefixes of two regions
   * are left out. A region is named as in the table of regions, a territory with a code of its own as `@code`.
   */
  regions: string;
};

const fiveDigits = String.raw`\d{5}`;
const fourDigits = String.raw`\d{4}`;

export const postcodeTable: readonly PostcodeRow[] = [
  {
    country: 'GB',
    form: String.raw`(?:A[BL]|B[ABDHLNRST]?|C[ABFHMORTVW]|D[ADEGHLNTY]|E[CHNX]?|F[KY]|G[LU]?|H[ADGPRSUX]|I[GPV]|K[ATWY]|L[ADELNSU]?|M[EKL]?|N[EGNPRW]?|O[LX]|P[AEHLOR]|RG|RH|RM|S[AEGKLMNOPRSTWY]?|T[ADFNQRSW]|UB|W[ACDFNRSV]?|YO|ZE)\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2}`,
    own: true,
    regions:
      'Scotland=AB,DD,EH,FK,G,HS,IV,KA,KW,KY,ML,PA,PH,ZE;Wales=CF,LL,SA;Northern Ireland=BT;England=AL,B,BA,BB,BD,BH,BL,BN,BR,BS,CB,CM,CO,CR,CT,CV,CW,DA,DE,DH,DL,DN,DT,DY,E,EC,EN,EX,FY,GU,HA,HD,HG,HP,HU,HX,IG,IP,KT,L,LA,LE,LN,LS,LU,M,ME,MK,N,NE,NG,NN,NR,NW,OL,OX,PE,PL,PO,PR,RG,RH,RM,S,SE,SG,SK,SL,SM,SN,SO,SP,SR,SS,ST,SW,TA,TF,TN,TQ,TR,TS,TW,UB,W,WA,WC,WD,WF,WN,WR,WS,WV,YO',
  },
  {
    country: 'CA',
    form: String.raw`[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d`,
    own: true,
    regions: 'NL=A;NS=B;PE=C;NB=E;QC=G,H,J;ON=K,L,M,N,P;MB=R;SK=S;AB=T;BC=V;YT=Y',
  },
  {
    country: 'IE',
    form: String.raw`(?:[AC-FHKNPRTV-Y]\d\d|D6W) (?=[A-Z]{0,3}\d)(?=\d{0,3}[A-Z])[AC-FHKNPRTV-Y\d]{4}`,
    own: true,
    regions: 'Leinster=D',
  },
  {
    country: 'BR',
    form: String.raw`\d{5}-\d{3}`,
    own: true,
    regions:
      'São Paulo=0,1;Rio de Janeiro=20-28;Espírito Santo=29;Minas Gerais=3;Bahia=40-48;Sergipe=49;Pernambuco=50-56;Alagoas=57;Paraíba=58;Rio Grande do Norte=59;Ceará=60-63;Piauí=64;Maranhão=65;Federal District=700-727;Tocantins=77;Mato Grosso do Sul=79;Paraná=80-87;Santa Catarina=88,89;Rio Grande do Sul=9',
  },
  {
    country: 'US',
    form: String.raw`\d{5}(?:-\d{4})?`,
    own: false,
    regions:
      'MA=010-027,055;RI=028,029;NH=030-038;ME=039-049;VT=050-054,056-059;CT=060-062,064-069;NJ=070-089;NY=005,100-149;PA=150-196;DE=197-199;DC=200,202-205;VA=201,220-246;MD=206-212,214-219;WV=247-268;NC=270-289;SC=290-299;GA=300-319,398,399;FL=320-349;AL=350-369;TN=370-385;MS=386-397;KY=400-427;OH=430-459;IN=460-479;MI=480-499;IA=500-528;WI=530-549;MN=550-567;SD=570-577;ND=580-588;MT=590-599;IL=600-629;MO=630-658;KS=660-679;NE=680-693;LA=700-714;AR=716-729;OK=730-732,734-749;TX=733,750-799,885;CO=800-816;WY=820-831;ID=832-838;UT=840-847;AZ=850-865;NM=870-884;NV=889-898;CA=900-961;HI=967,968;OR=970-979;WA=980-994;AK=995-999;@PR=006,007,009;@GU=96910-96932',
  },
  {
    country: 'DE',
    form: fiveDigits,
    own: false,
    regions:
      'Saxony=01,02,04,08,09;Brandenburg=03,144-147,15,16;Saxony-Anhalt=06,388,389,39;Thuringia=07,364,373,98,99;Berlin=10,12,13,140,141;Mecklenburg-Western Pomerania=170,171,174,175,18,190-192;Hamburg=20,220-227;Schleswig-Holstein=228,229,230-238,24,25;Lower Saxony=26,270-274,277,278,288,29,30,31,370,371,380-385,486-488,490,491,495-497;Bremen=275,281-283;North Rhine-Westphalia=320-337,40-42,44-47,480-483,50-53,570-574,58,59;Hesse=341,342,35,360-363,60,61,630-636,640-646,650-655;Rhineland-Palatinate=54,55,560-566,575,576,670-678;Saarland=661-666;Bavaria=637-639,80-87,892-894,90-96,970-978;Baden-Württemberg=681,682,69,70-75,760-766,77-79,882-885,890,891',
  },
  {
    country: 'FR',
    form: fiveDigits,
    own: false,
    regions:
      "Auvergne-Rhône-Alpes=01,03,07,15,26,38,42,43,63,69,73,74;Hauts-de-France=02,59,60,62,80;Provence-Alpes-Côte d'Azur=04,05,06,13,83,84;Grand Est=08,10,51,52,54,55,57,67,68,88;Occitania=09,11,12,30-32,34,46,48,65,66,81,82;Normandy=14,27,50,61,76;Nouvelle-Aquitaine=16,17,19,23,24,33,40,47,64,79,86,87;Centre-Val de Loire=18,28,36,37,41,45;Bourgogne-Franche-Comté=21,25,39,58,70,71,89,90;Brittany=22,29,35,56;Pays de la Loire=44,49,53,72,85;Île-de-France=75,77,78,91-95;Corsica=20,2A,2B;@GP=971;@MQ=972;@GF=973;@RE=974;@PM=975;@YT=976",
  },
  {
    country: 'IT',
    form: fiveDigits,
    own: false,
    regions:
      'Lazio=00-04;Umbria=05,06;Sardinia=07-09;Piedmont=10,12-15,28;Aosta Valley=11;Liguria=16-19;Lombardy=20-27,46;Emilia-Romagna=29,40-44,47,48;Veneto=30-32,35-37,45;Friuli-Venezia Giulia=33,34;Trentino-Alto Adige=38,39;Tuscany=50-59;Marche=60-63;Abruzzo=64-67;Apulia=70-74,76;Campania=80-84;Basilicata=75,85;Molise=86;Calabria=87-89;Sicily=90-98',
  },
  {
    country: 'ES',
    form: fiveDigits,
    own: false,
    regions:
      'Basque Country=01,20,48;Castilla-La Mancha=02,13,16,19,45;Valencian Community=03,12,46;Andalusia=04,11,14,18,21,23,29,41;Castile and León=05,09,24,34,37,40,42,47,49;Extremadura=06,10;Balearic Islands=07;Catalonia=08,17,25,43;Galicia=15,27,32,36;Aragon=22,44,50;La Rioja=26;Community of Madrid=28;Murcia=30;Navarre=31;Asturias=33;Canary Islands=35,38;Cantabria=39',
  },
  {
    country: 'MX',
    form: fiveDigits,
    own: false,
    regions:
      'Mexico City=00-16;Aguascalientes=20;Baja California=21,22;Baja California Sur=23;Campeche=24;Coahuila=25-27;Colima=28;Chiapas=29,30;Chihuahua=31-33;Durango=34,35;Guanajuato=36-38;Guerrero=39-41;Hidalgo=42,43;Jalisco=44-49;State of Mexico=50-57;Michoacán=58-61;Morelos=62;Nayarit=63;Nuevo León=64-67;Oaxaca=68-71;Puebla=72-75;Querétaro=76;Quintana Roo=77;San Luis Potosí=78,79;Sinaloa=80-82;Sonora=83-85;Tabasco=86;Tamaulipas=87-89;Tlaxcala=90;Veracruz=91-96;Yucatán=97;Zacatecas=98,99',
  },
  {
    country: 'TR',
    form: fiveDigits,
    own: false,
    regions:
      'Adana=01;Ankara=06;Antalya=07;Bursa=16;Eskişehir=26;Gaziantep=27;Istanbul=34;Izmir=35;Kocaeli=41;Konya=42',
  },
  {
    country: 'GR',
    form: String.raw`\d{3} ?\d\d`,
    own: false,
    regions:
      'Attica=10-19;Western Greece=26;Thessaly=38,41-43;Epirus=45;Western Macedonia=50-53;Central Macedonia=54-63;Eastern Macedonia and Thrace=64-69;Crete=70-74',
  },
  {
    country: 'SE',
    form: String.raw`\d{3} ?\d\d`,
    own: false,
    regions: 'Stockholm County=10-19;Skåne=20-29;Västra Götaland=40-54;Uppsala County=75;Norrbotten=93-98',
  },
  {
    country: 'CZ',
    form: String.raw`\d{3} ?\d\d`,
    own: false,
    regions: 'Prague=10-19;Central Bohemia=25-29;South Moravia=60-66;Moravia-Silesia=70-74',
  },
  {
    country: 'FI',
    form: fiveDigits,
    own: false,
    regions: 'Uusimaa=00-04;Southwest Finland=20,21;Pirkanmaa=33;North Ostrobothnia=90',
  },
  {
    country: 'PL',
    form: String.raw`\d\d-\d{3}`,
    own: false,
    regions:
      'Masovia=00-09;Warmia-Masuria=10-14;Podlasie=15-19;Lublin Voivodeship=20-24;Holy Cross=25-29;Lesser Poland=30-34;Subcarpathia=35-39;Silesia=40-44;Opole Voivodeship=45-49;Lower Silesia=50-59;Greater Poland=60-64;Lubusz=65-69;West Pomerania=70-78;Pomerania=80-84;Kuyavia-Pomerania=85-89;Łódź Voivodeship=90-99',
  },
  {
    country: 'PT',
    form: String.raw`\d{4}-\d{3}`,
    own: false,
    regions: 'Lisbon=10-19;Porto=40-44;Braga=47;Coimbra=30;Aveiro=38;Faro=80-89;Madeira=90-94;Azores=95-99',
  },
  {
    country: 'NL',
    form: String.raw`\d{4} ?[A-Z]{2}`,
    own: false,
    regions:
      'North Holland=10-12,15-17,19,20;Flevoland=130-137,82;South Holland=216-219,22-33;Utrecht=340-359,37;Zeeland=43-45;North Brabant=46-57;Limburg=58-64;Gelderland=65-73;Overijssel=74-76,80,81;Drenthe=78,79,93,94;Friesland=84-91;Groningen=95-99',
  },
  {
    country: 'IN',
    form: String.raw`\d{3} ?\d{3}`,
    own: false,
    regions:
      'Delhi=11;Haryana=12,13;Punjab=14-16;Himachal Pradesh=17;Rajasthan=30-34;Gujarat=36-39;Maharashtra=400-402,404-445;Andhra Pradesh=51-53;Telangana=50;Karnataka=56-59;Tamil Nadu=600-604,606-643;Kerala=67-69;West Bengal=70-74;Odisha=75-77;Assam=78;Uttar Pradesh=201-243,250-261,271-285',
  },
  {
    country: 'AU',
    form: fourDigits,
    own: false,
    regions: 'ACT=2600-2618,290-292;NSW=20-25,262-289,293-299,1;VIC=3,8;QLD=4,9;SA=5;WA=6;TAS=7;NT=08,09',
  },
  {
    country: 'AT',
    form: fourDigits,
    own: false,
    regions:
      'Vienna=1;Lower Austria=2,30-39;Upper Austria=40-49;Salzburg=50,53-57;Tyrol=60-66,99;Vorarlberg=67-69;Burgenland=70-75;Styria=80-89;Carinthia=90-98',
  },
  { country: 'BE', form: fourDigits, own: false, regions: 'Brussels=10-12;Wallonia=13,14,4-7;Flanders=15-19,2,3,8,9' },
  {
    country: 'CH',
    form: fourDigits,
    own: false,
    regions: 'Vaud=100,101;Geneva=120;Bern=300-302;Basel-Stadt=405;Zurich=800-806',
  },
];
