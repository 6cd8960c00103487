import { expect, test } from '@jest/globals';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { readLocation } from '../../../../worker/normalise/place/place.js';
import { fromLargeToSmall } from '../../../../worker/normalise/place/prepare-location.js';

const gazetteer = loadGazetteer();

const placesOf = (text: string) =>
  readLocation(text, gazetteer).places.map(({ city, region, country }) => [city, region, country].join(' / '));

test.each([
  ['서울 마포구 월드컵북로 21, 7층', 'Seoul / Seoul / KR'],
  ['대한민국 서울특별시 종로구 세종대로 9', 'Seoul / Seoul / KR'],
  ['경기 안양시 동안구 시민대로 3, (관양동) 5층', 'Anyang / Gyeonggi / KR'],
  ['경기도 수원시 영통구 광교로 8', 'Suwon / Gyeonggi / KR'],
  ['충남 천안시 서북구 불당로 1', 'Cheonan / South Chungcheong / KR'],
  ['제주특별자치도 제주시 첨단로 2', 'Jeju City / Jeju / KR'],
  ['강원 평창군 대관령면', ' / Gangwon / KR'],
  ['東京都新宿区西新宿9-9-9', 'Tokyo / Tokyo / JP'],
  ['神奈川県横浜市中区本町3', 'Yokohama / Kanagawa / JP'],
  ['广东省深圳市福田区', 'Shenzhen / Guangdong / CN'],
  ['北京市海淀区', 'Beijing / Beijing / CN'],
])('%s is in %s', (text, place) => {
  expect(placesOf(text)).toEqual([place]);
});

test('regions and towns as other countries write them stay as they are', () => {
  for (const text of ['Seoul', '서울', 'Kaohsiung', '원격 근무', '東京', 'Köln'])
    expect(fromLargeToSmall(text)).toBe(text);
  expect(placesOf('서울, 부산')).toEqual(['Seoul / Seoul / KR', 'Busan / Busan / KR']);
});

test.each([
  ['Đắk Lắk', ' / Dak Lak / VN'],
  ['Gia Lai', ' / Gia Lai / VN'],
  ['Kalimantan Timur', ' / East Kalimantan / ID'],
  ['Chuquisaca', ' / Chuquisaca / BO'],
])('%s is a region', (text, place) => {
  expect(placesOf(text)).toEqual([place]);
});
