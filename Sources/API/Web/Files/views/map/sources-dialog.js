// The dialog with the sources of all that the map shows. Its texts are here, as few people open it.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { language, text } from '../../core/texts.js';
import { closeRow, openDialog } from '../../widgets/dialog.js';

/** @typedef {{what: string, from: string, terms: string, link: string}} Source */

const openStreetMap = 'https://www.openstreetmap.org/copyright';

/** Of the base map; `Data/README.md` says more. @type {Record<string, Source[]>} */
const sources = {
  ko: [
    { what: '해안선, 행정 경계와 동네 이름', from: '국토지리정보원, 공간정보 공동활용, 2023-09-15', terms: '이용허락범위 제한 없음',
      link: 'https://www.data.go.kr/' },
    { what: '서울, 대구, 제주, 인천 중구의 도로', from: '국토교통부 국가표준노드링크, 지역에 따라 2014–2023',
      terms: '이용허락범위 제한 없음으로 알려져 있으나, 포털에서 직접 확인하지 못함',
      link: 'https://www.data.go.kr/data/15025526/fileData.do' },
    { what: '작은 축척의 고속도로와 국도, 다른 나라, 세계의 도시', from: 'Natural Earth', terms: '퍼블릭 도메인',
      link: 'https://www.naturalearthdata.com/' },
    { what: '강과 호수', from: 'GSHHG 2.3, P. Wessel · W. H. F. Smith', terms: 'LGPL 3 이상',
      link: 'https://www.soest.hawaii.edu/pwessel/gshhg/' },
    { what: '수도권 지하철', from: '서울 열린데이터광장의 역 목록에서 알려진 사실', terms: '사실 자료',
      link: 'https://data.seoul.go.kr/' },
    { what: '부산, 대구, 대전, 광주 지하철', from: '전국도시철도역사정보표준데이터에서 알려진 사실', terms: '사실 자료',
      link: 'https://www.data.go.kr/' },
    { what: '지하철역 몇 곳의 위치', from: '© OpenStreetMap 기여자', terms: 'ODbL 1.0', link: openStreetMap },
    { what: '대학교와 명소', from: '이 프로젝트에서 정리', terms: 'MIT', link: '' },
  ],
  en: [
    { what: 'Coasts, boundaries and names of neighbourhoods in Korea',
      from: 'National Geographic Information Institute, 2023-09-15', terms: 'Open data, use without restriction',
      link: 'https://www.data.go.kr/' },
    { what: 'Roads in Seoul, Daegu, Jeju and Jung-gu, Incheon',
      from: 'Standard node-link of the Ministry of Land, Infrastructure and Transport, 2014–2023 by region',
      terms: 'Reported as use without restriction; not confirmed on the portal',
      link: 'https://www.data.go.kr/data/15025526/fileData.do' },
    { what: 'Motorways and national roads at small scales, other countries, cities of the world', from: 'Natural Earth',
      terms: 'Public domain', link: 'https://www.naturalearthdata.com/' },
    { what: 'Rivers and lakes', from: 'GSHHG 2.3, P. Wessel and W. H. F. Smith', terms: 'LGPL 3 or later',
      link: 'https://www.soest.hawaii.edu/pwessel/gshhg/' },
    { what: 'Subway of the capital region', from: 'Facts from Seoul’s open list of stations', terms: 'Facts',
      link: 'https://data.seoul.go.kr/' },
    { what: 'Subways of Busan, Daegu, Daejeon and Gwangju',
      from: 'Facts from the standard data of urban railway stations',
      terms: 'Facts', link: 'https://www.data.go.kr/' },
    { what: 'Positions of some stations', from: '© OpenStreetMap contributors', terms: 'ODbL 1.0',
      link: openStreetMap },
    { what: 'Universities and sights', from: 'Compiled by this project', terms: 'MIT', link: '' },
  ],
};

/** @param {import('./base-map.js').TileSource} tiles */
export function openSources(tiles) {
  const list = element('ul', { class: 'sources' }, ...[...tilesOf(tiles), ...sources[language]].map(row));
  sourcesOfBooths().then((found) => list.append(...found.map(row)));
  openDialog(text('mapSources.title'), (close) => [list, closeRow(close, { label: text('done') })]);
}

/** The sources of the booths, as the server names them; none without a network. @returns {Promise<Source[]>} */
async function sourcesOfBooths() {
  const { sources: found } = await get('/api/sources').catch(() => ({ sources: [] }));
  const what = { ko: '부스', en: 'Booths' };
  return found.map(({ name, attribution, licence }) => {
    const link = isAddress(licence) ? licence : '';
    return { what: `${what[language]} · ${name}`, from: attribution ?? '', terms: link ? '' : licence ?? '', link };
  });
}

function isAddress(licence) {
  try {
    return ['https:', 'http:'].includes(new URL(licence).protocol);
  } catch {
    return false;
  }
}

/** The operator's tiles, as their file or the settings say. */
function tilesOf({ template, attribution, link, schema }) {
  if (!template) return [];
  const isOpenStreetMap = /openstreetmap/i.test(attribution);
  // Of the data in a file that says it.
  const date = document.documentElement.dataset.tilesDate;
  const what = { ko: schema ? '거리, 건물, 공원' : '지도 그림',
    en: schema ? 'Streets, buildings and parks' : 'Images of the map' };
  return [{ what: what[language], from: date ? `${attribution}, ${date}` : attribution,
    terms: isOpenStreetMap ? 'ODbL 1.0' : '', link: link || (isOpenStreetMap ? openStreetMap : '') }];
}

/** @param {Source} source */
const row = ({ what, from, terms, link }) => element('li', {}, element('b', {}, what), from && element('p', {}, from),
  (terms || link) && element('p', {}, terms, terms && link && ' · ',
    link && element('a', { href: link, target: '_blank', rel: 'noopener' }, new URL(link).hostname)));
