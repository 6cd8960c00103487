import type { City, Gazetteer } from '../../gazetteer/gazetteer.js';
import { kilometresBetween } from '../../gazetteer/memoize.js';
import type { Token } from './name-meaning.js';

/**
 * The town of each British postcode area as Royal Mail names it or, if the gazetteer lacks it, the nearest one. Areas
 * of the Highlands and Islands and of Northern Ireland are left out, because they are wider than `areaKm`.
 */
const townOfArea: ReadonlyMap<string, string> = new Map(
  'AB=Aberdeen,AL=St Albans,B=Birmingham,BA=Bath,BB=Blackburn,BD=Bradford,BH=Bournemouth,BL=Bolton,BN=Brighton,BR=London,BS=Bristol,CA=Carlisle,CB=Cambridge,CF=Cardiff,CH=Chester,CM=Chelmsford,CO=Colchester,CR=Croydon,CT=Canterbury,CV=Coventry,CW=Crewe,DA=Dartford,DD=Dundee,DE=Derby,DG=Dumfries,DH=Durham,DL=Darlington,DN=Doncaster,DT=Dorchester,DY=Dudley,E=London,EC=London,EH=Edinburgh,EN=London,EX=Exeter,FK=Falkirk,FY=Blackpool,G=Glasgow,GL=Gloucester,GU=Guildford,HA=London,HD=Huddersfield,HG=Harrogate,HP=Hemel Hempstead,HR=Hereford,HU=Hull,HX=Halifax,IG=London,IP=Ipswich,KA=Kilmarnock,KT=Kingston upon Thames,KY=Kirkcaldy,L=Liverpool,LA=Lancaster,LD=Llandrindod Wells,LE=Leicester,LL=Llandudno,LN=Lincoln,LS=Leeds,LU=Luton,M=Manchester,ME=Maidstone,MK=Milton Keynes,ML=Motherwell,N=London,NE=Newcastle upon Tyne,NG=Nottingham,NN=Northampton,NP=Newport,NR=Norwich,NW=London,OL=Oldham,OX=Oxford,PE=Peterborough,PL=Plymouth,PO=Portsmouth,PR=Preston,RG=Reading,RH=Redhill,RM=Romford,S=Sheffield,SA=Swansea,SE=London,SG=Stevenage,SK=Stockport,SL=Slough,SM=Epsom,SN=Swindon,SO=Southampton,SP=Salisbury,SR=Sunderland,SS=Southend-on-Sea,ST=Stoke-on-Trent,SW=London,SY=Shrewsbury,TA=Taunton,TD=Galashiels,TF=Telford,TN=Tonbridge,TQ=Torquay,TR=Truro,TS=Middlesbrough,TW=London,UB=London,W=London,WA=Warrington,WC=London,WD=Watford,WF=Wakefield,WN=Wigan,WR=Worcester,WS=Walsall,WV=Wolverhampton,YO=York'
    .split(',')
    .map((each) => each.split('=') as [area: string, town: string]),
);

/** Maximum distance between a place of an area and its town. */
const areaKm = 110;

/**
 * "Richmond, TW9 1AA": of the British namesakes of the town before a postcode, keeps only the one nearest to the
 * postcode's area, and none that is too far from it.
 */
export function bindPostcode(tokens: readonly Token[], gazetteer: Gazetteer): Token[] {
  const bound = [...tokens];
  for (const [at, { text }] of tokens.entries()) {
    const area = townOfArea.get(british.exec(text)?.[1] ?? '') ?? '';
    const town = area === '' ? undefined : gazetteer.cities(area).find(({ country }) => country === 'GB');
    const before = tokens.slice(0, at).findLastIndex(({ cities }) => cities.length > 0);
    const token = tokens[before];
    if (town !== undefined && token !== undefined) bound[before] = { ...token, cities: nearestOf(token.cities, town) };
  }
  return bound;
}

/** The cities without the British ones, except the nearest to a town. */
function nearestOf(cities: readonly City[], town: City): City[] {
  const away = (city: City): number => kilometresBetween(city, town) ?? areaKm;
  const [nearest] = cities
    .filter((city) => city.country === 'GB' && away(city) <= areaKm)
    .sort((one, other) => away(one) - away(other));
  return cities.filter((city) => city.country !== 'GB' || city === nearest);
}

const british = /^([A-Z]{1,2})\d[A-Z\d]? ?\d[A-Z]{2}$/;
