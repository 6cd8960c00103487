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

/** Towns of Korea in Latin letters, as gazetteers name most of them. */
const koreanTowns: ReadonlyMap<string, string> = new Map(
  '수원 Suwon,성남 Seongnam,의정부 Uijeongbu,안양 Anyang,부천 Bucheon,광명 Gwangmyeong,평택 Pyeongtaek,동두천 Dongducheon,안산 Ansan,고양 Goyang,과천 Gwacheon,구리 Guri,남양주 Namyangju,오산 Osan,시흥 Siheung,군포 Gunpo,의왕 Uiwang,하남 Hanam,용인 Yongin,파주 Paju,이천 Icheon,안성 Anseong,김포 Gimpo,화성 Hwaseong,광주 Gwangju,양주 Yangju,포천 Pocheon,여주 Yeoju,춘천 Chuncheon,원주 Wonju,강릉 Gangneung,동해 Donghae,속초 Sokcho,삼척 Samcheok,청주 Cheongju,충주 Chungju,제천 Jecheon,천안 Cheonan,공주 Gongju,보령 Boryeong,아산 Asan,서산 Seosan,논산 Nonsan,당진 Dangjin,전주 Jeonju,군산 Gunsan,익산 Iksan,정읍 Jeongeup,남원 Namwon,김제 Gimje,목포 Mokpo,여수 Yeosu,순천 Suncheon,나주 Naju,광양 Gwangyang,포항 Pohang,경주 Gyeongju,김천 Gimcheon,안동 Andong,구미 Gumi,영주 Yeongju,영천 Yeongcheon,상주 Sangju,문경 Mungyeong,경산 Gyeongsan,창원 Changwon,진주 Jinju,통영 Tongyeong,사천 Sacheon,김해 Gimhae,밀양 Miryang,거제 Geoje,양산 Yangsan,제주 Jeju City,서귀포 Seogwipo'
    .split(',')
    .map((row) => [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)]),
);

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
  const name = koreanCity.test(region) ? undefined : koreanTowns.get(koreanTown.exec(town)?.[1] ?? '');
  return name === undefined ? region : `${name}, ${region}`;
}

function hanPlace(address: string): string {
  const { region, town } = hanAddress.exec(address)?.groups ?? {};
  if (region === undefined && town === undefined) return address;
  // The wards of Tokyo are no towns.
  if (region?.endsWith('都') === true || town === undefined) return region ?? address;
  // Gazetteers name the towns without their ending.
  const name = town.length > 2 ? town.replace(/市$/u, '') : town;
  return region === undefined ? name : `${name}, ${region}`;
}
