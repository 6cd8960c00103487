import { tidyText } from '../../../shared/words/text.js';

/** Longer than any location; the rest is advertising. */
const mostLetters = 1000;

/** Codes joined by dots: "USA.VA.Reston". */
const dotted = /^[A-Z]{2,3}\.[\p{L}\d .'-]+$/u;
/** Parts joined by underscores after a code: "IN_Indianapolis_HQ". */
const underlined = /^[A-Z]{2,3}_/;
/** "Portland, OR or Seattle": after a code and a joint such as "or", another place follows. */
const afterCode = /(,\s?[A-Z]{2})\s(?:or|OR|and|&)\s(?=\p{Lu})/gu;
/** Towns with their states in a row: "Boston, MA Seattle, WA". */
const inARow = /(, [A-Z]{2})(?= \p{Lu}\p{Ll}[\p{L} .]{1,30}, [A-Z]{2}\b)/gu;
/** The end of a sentence between two names: "Curitiba. Brasília". */
const fullStop = /(?<=\p{L}{5})\.\s(?=\p{Lu}\p{Ll})/gu;

/** A side of a town after its state's code: "Dallas, TX (NE)". */
const sideAfterCode = /(,\s?[A-Z]{2})\s?\((?:[NS]?[EW]|[NS])\)/g;
/** "NA" next to an area is North America; by itself it means no answer. */
const northAmerica = /\b(EMEA|APAC|LATAM|EU)(\s?[-,;/&|]\s?(?:[Rr]emote\s?-\s?)?)NA\b/g;
const beforeArea = /\bNA(?=\s?[-,;/&|]\s?(?:EMEA|APAC|LATAM|EU)\b)/g;

/** Region numbers of a country: "Western Visayas (Region VI)"; the numerals by themselves are country codes. */
const numberedRegion = / ?\(?\bRegion [IVX]{1,5}(?:-[A-Z])?\b\)?/g;
/** "Hải Phòng (mới)": merged with its neighbours in 2025. */
const merged = / \(mới\)/g;

/** "г. Москва", "м. Київ", "гр. София": a word for a town before its name. */
const townWord =
  /(?<!\p{L})(?:г|гор|м|гр|с|город|місто|град)\. ?(?=\p{Lu})|(?<!\p{L})(?:город|місто|град) (?=\p{Lu})/gu;
/** "Paris 8e arrondissement", "Budapest XIII. kerület": a district by its number. */
const numberedDistrict =
  /,? (?:\d{1,2}(?:er|e|ème|eme)? arr(?:ondissement|\.)?|(?:[IVX]{1,5}|\d{1,2})\.? ker(?:ület|\.)|\d{1,2}\. ?bezirk|(?:anadolu|avrupa) yakası)(?!\p{L})/giu;

/** "Berlin 🇩🇪": the flag of a country after a name. */
const flag = /(?<=\p{L} ?)\p{Regional_Indicator}{2}/gu;
const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });
const countryOf = (sign: string): string =>
  `, ${countryNames.of(String.fromCharCode(...Array.from(sign, (letter) => (letter.codePointAt(0) ?? 0) - 0x1f1e6 + 65)))}`;

/** A location text prepared for reading: one line, capitalised, separators of recruiting systems as commas. */
export function prepareLocation(text: string): string {
  const line = fromLargeToSmall(withCapitals(tidyText(text.replace(/\n/g, ';')).slice(0, mostLetters)));
  const separated = dotted.test(line) && !/\b[A-Z]\.[A-Z]\b/.test(line) ? line.replaceAll('.', ' - ') : line;
  return withCounties(underlined.test(separated) ? separated.replaceAll('_', ' - ') : separated)
    .replaceAll('⎹', '|')
    .replaceAll('،', ',')
    .replace(flag, countryOf)
    .replace(townWord, '')
    .replace(numberedDistrict, '')
    .replace(numberedRegion, '')
    .replace(merged, '')
    .replace(/\bD\. ?C\./g, 'DC')
    .replace(sideAfterCode, '$1')
    .replace(northAmerica, '$1$2North America')
    .replace(beforeArea, 'North America')
    .replace(afterCode, '$1; ')
    .replace(inARow, '$1;')
    .replace(fullStop, ', ');
}

/** "Hudson / Essex / Morris County, NJ": each name is a county. */
function withCounties(line: string): string {
  if (!line.includes('/') || !/ (?:County|Counties)\b/.test(line)) return line;
  const parts = line.split('/');
  const [last = ''] = parts.slice(-1);
  const isList = /^[^,;]* (?:County|Counties) ?(?:,|$)/.test(last) && parts.every((part) => part.length <= 60);
  if (!isList) return line;
  return parts
    .map((part) => part.trim())
    .map((part, at) => (at === parts.length - 1 || /[,;|-]|\bCounty\b/.test(part) ? part : `${part} County`))
    .join(' / ');
}

/**
 * Addresses of East Asia, which are written from large to small without commas: keeps the town and the region before
 * the street, in the order of other locations. Korean: [도로명주소](https://www.juso.go.kr) of the Ministry of the Interior;
 * Japanese and Chinese: by the endings of their administrative divisions.
 */
const hangul = /[\uac00-\ud7af]/;
const han = /[\u4e00-\u9fff]/;

/** Korea's first-level provinces and cities, short or in full, with an optional ending. */
const koreanRegion =
  /^(?:서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충북|충남|전북|전남|경북|경남|제주|충청[남북]|전라[남북]|경상[남북])(?:특별시|광역시|특별자치시|특별자치도|시|도)?$/u;
const koreanCity = /^(?:서울|부산|대구|인천|광주|대전|울산|세종)/u;
const koreanTown = /^(\p{L}{2,5})[시군]$/u;

/** A region, and the town in it: "神奈川県横浜市西区", "广东省深圳市". */
const hanAddress =
  /^(?:中国|日本)?(?<region>[\u4e00-\u9fff]{2,4}?[省都道府県])?(?<town>[\u3041-\u30ff\u4e00-\u9fff]{1,6}?[市区區郡])?(?=[\u3041-\u30ff\u4e00-\u9fff\d]|$)/u;

/** A province of China, or the name of Taiwan, before a town: "浙江杭州", "广东 深圳". */
const beforeTown =
  /(?:中国)?(?:浙江|江苏|广东|四川|湖北|湖南|福建|山东|河南|河北|陕西|安徽|辽宁|江西|云南|贵州|广西|海南|吉林|黑龙江|山西|甘肃|台灣|台湾)省? ?(?=[\u4e00-\u9fff]{2})/gu;

/** The same text, with each such address replaced by "town, region". Linear in its length. */
export function fromLargeToSmall(text: string): string {
  if (hangul.test(text)) return koreanPlaces(text);
  return han.test(text)
    ? text.replace(beforeTown, '').replace(/[\u3041-\u30ff\u4e00-\u9fff\d-]{3,40}/gu, hanPlace)
    : text;
}

/** Keeps an address, but not the names after its commas, such as a building. */
function koreanPlaces(text: string): string {
  const parts = text.split(/[,;/|]/u).map((part) => part.trim());
  const addresses = parts.map(koreanPlace);
  return addresses.every((each) => each === null) ? text : addresses.filter((each) => each !== null).join('; ');
}

/** "경기 성남시 분당구 …" is "성남, 경기"; `null` = it does not begin with a region. */
function koreanPlace(address: string): string | null {
  const [region = '', town = ''] = address.replace(/^대한민국 ?/u, '').split(' ');
  if (!koreanRegion.test(region)) return null;
  const name = koreanCity.test(region) ? undefined : koreanTown.exec(town)?.[1];
  return name === undefined ? region : `${name}, ${region}`;
}

function hanPlace(address: string): string {
  const { region, town } = hanAddress.exec(address)?.groups ?? {};
  if (region === undefined && town === undefined) return address;
  // The wards of Tokyo are not towns.
  if (region?.endsWith('都') === true || town === undefined) return region?.replace(/県$/u, '') ?? address;
  // Gazetteers name towns without this ending.
  const name = town.length > 2 ? town.replace(/市$/u, '') : town;
  return region === undefined ? name : `${name}, ${region}`;
}

/** Words that stay in lower case inside names. */
const smallWords: ReadonlySet<string> = new Set(
  'in or me of at to is it no so be as am on and the for de la al en hi ok oh y e i o und oder et ou per da do di du del'.split(
    ' ',
  ),
);

/** Longer texts are sentences and stay unchanged. */
const longestTown = 80;

/**
 * Capitalises a location that is entirely in lower case, so that its codes are read as codes ("portland, me", "usa").
 * Any other text is returned unchanged.
 */
export function withCapitals(text: string): string {
  if (text.length > longestTown || text !== text.toLowerCase() || !/[a-z]/.test(text)) return text;
  return text
    .split(/([,;|/()]+)/)
    .map((part) => (part.trim().length <= 3 ? part.toUpperCase() : capitalised(part)))
    .join('');
}

function capitalised(part: string): string {
  const words = part.split(' ');
  const last = words.findLastIndex((word) => word !== '');
  return words
    .map((word, at) => {
      if (smallWords.has(word)) return word;
      if (word.length === 2 && at === last && at > 0) return word.toUpperCase();
      return word === 'usa' ? 'USA' : word.replace(/^\p{Ll}|(?<=-)\p{Ll}/gu, (l) => l.toUpperCase());
    })
    .join(' ');
}
