/**
 * Addresses of East Asia, which go from the large to the small and have no commas: the town and the region before the street are kept,
 * in the order of other locations. Korean: [도로명주소](https://www.juso.go.kr) of the Ministry of the Interior; Japanese and Chinese: the
 * endings of their administrative divisions.
 */
const hangul = /[\uac00-\ud7af]/;
const han = /[\u4e00-\u9fff]/;

/** Provinces and cities of Korea's first level, short or in full, with an ending in between. */
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

/** The same text, with each such address in it as "town, region". Linear in its length. */
export function fromLargeToSmall(text: string): string {
  if (hangul.test(text)) return koreanPlaces(text);
  return han.test(text)
    ? text.replace(beforeTown, '').replace(/[\u3041-\u30ff\u4e00-\u9fff\d-]{3,40}/gu, hanPlace)
    : text;
}

/** Of an address and what it names behind commas, such as a building, the address is kept. */
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
  // The wards of Tokyo are no towns.
  if (region?.endsWith('都') === true || town === undefined) return region?.replace(/県$/u, '') ?? address;
  // Gazetteers name the towns without their ending.
  const name = town.length > 2 ? town.replace(/市$/u, '') : town;
  return region === undefined ? name : `${name}, ${region}`;
}
