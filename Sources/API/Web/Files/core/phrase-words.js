// The words of search texts that the page knows without a network, as the server's `Filler`, `BoothWish` and
// `ChainTable`.

/** What people call chains, beside their names. */
export const chainAliases = {
  인생네컷: ['Life4Cuts', 'Life Four Cuts', '인네컷'], 포토시그니처: ['Photo Signature', '포시'], 포토이즘: ['Photoism'],
  포토이즘박스: ['Photoism Box'], 포토이즘컬러드: ['Photoism Colored'], 하루필름: ['Harufilm', 'Haru Film'],
  포토그레이: ['Photogray'], 셀픽스: ['Selfix'], 비룸: ['B.Room'], 플랜비스튜디오: ['Plan B Studio'],
  모노맨션: ['Mono Mansion'], 돈룩업: ["Don't Lxxk Up"],
};

const fillers = new Set(('네컷 네컷사진 네컷사진관 4컷 4컷사진 포토부스 포토 부스 사진 사진관 사진부스 즉석 즉석사진 즉석사진관 셀프 셀프사진'
  + ' 셀프사진관 셀프사진부스 무인사진관 스티커사진 인생사진 포토스튜디오 근처 주변 부근 인근 가까운 앞 쪽 에서 근처에 주변에 내 여기'
  + ' 찾기 추천 위치 어디 맛집 핫플 있는 찍는곳 사진찍는곳 photo photos booth booths photobooth photobooths near nearby nearme'
  + ' around in at by the to me of close closeto closest nearest station stn exit korea southkorea 한국 대한민국')
    .split(' '));

/** Whether a folded word says only that somebody looks for a booth, or names an exit. @param {string} word */
export const isFiller = (word) => fillers.has(word) || /^([\d-]{0,4}번?출구|exit[\d-]{0,4})$/.test(word);

const openNow = new Set('지금 영업중 영업중인 지금영업 지금영업중 지금영업중인 지금여는 지금연 지금문연 opennow open'.split(' '));
const openAllDay = new Set('24시간 24시 24시간영업 24h 24hour 24hours open24hours'.split(' '));
const people = /^(?:for(\d{1,2})(?:people|persons|ppl)?|(\d{1,2})(?:명이서|인용|명|인|people|persons|ppl))$/;
const price = new RegExp('^(under|below|upto|max)?(?:(\\d{0,3})만)?(?:(\\d{0,3})천)?(\\d{0,6})'
  + '(원이하|원미만|원까지|원아래|원|wonorless|won|krw|이하|까지)?$');

/** What a folded word asks to filter by: `24시간`, `5명`, `만원이하`. @returns {{filter: string, value?: number} | null} */
export function wishOf(word) {
  if (openNow.has(word)) return { filter: 'open_now' };
  if (openAllDay.has(word)) return { filter: 'open_all_day' };
  const size = people.exec(word);
  if (size) {
    const value = Number(size[1] ?? size[2]);
    return value > 0 ? { filter: 'people', value } : null;
  }
  const [, before, tenThousands, thousands, rest, after] = price.exec(word) ?? [];
  if (!before && !after) return null;
  const count = (digits, unit) => (digits === undefined ? 0 : (digits === '' ? 1 : Number(digits)) * unit);
  const value = count(tenThousands, 10_000) + count(thousands, 1000) + Number(rest);
  return value >= 100 && value <= 1_000_000 ? { filter: 'max_price', value } : null;
}
