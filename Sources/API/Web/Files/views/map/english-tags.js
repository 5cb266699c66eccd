// The usual tags of booths in English, for pages in English.

/** @type {Record<string, string>} */
export const englishTags = {
  현금전용: 'Cash only', 카드가능: 'Cards accepted', 카드결제: 'Cards accepted', 현금결제: 'Cash accepted',
  동전: 'Coins', 지폐: 'Banknotes', 비접촉결제: 'Contactless', 카드전용: 'Card only', 간편결제: 'Mobile pay',
  카카오페이: 'Kakao Pay', 네이버페이: 'Naver Pay', 삼성페이: 'Samsung Pay', 애플페이: 'Apple Pay',
  현금불가: 'No cash', 동전불가: 'No coins', 지폐불가: 'No banknotes', 카드불가: 'No cards',
  비접촉결제불가: 'No contactless', 간편결제불가: 'No mobile pay', 카카오페이불가: 'No Kakao Pay',
  네이버페이불가: 'No Naver Pay', 삼성페이불가: 'No Samsung Pay', 애플페이불가: 'No Apple Pay',
  구글페이불가: 'No Google Pay', 알리페이불가: 'No Alipay', 위챗페이불가: 'No WeChat Pay',
  구글페이: 'Google Pay', 알리페이: 'Alipay', 위챗페이: 'WeChat Pay', '24시간': '24 hours',
  무인: 'Self-service', 직원상주: 'Staffed', 주차가능: 'Parking', 주차: 'Parking', 화장실: 'Restroom', 엘리베이터: 'Elevator',
  휠체어: 'Wheelchair access', 반려동물: 'Pets welcome', 애견동반: 'Dogs welcome', 유모차: 'Stroller access', 와이파이: 'Wi-Fi',
  물품보관함: 'Lockers', 파우더룸: 'Powder room', 거울: 'Mirrors', 고데기: 'Hair straighteners', 소품: 'Props',
  의상대여: 'Costumes', 교복: 'School uniforms', 한복: 'Hanbok', 머리띠: 'Headbands', 대형부스: 'Large booth', 단체: 'Groups',
  전신: 'Full-body shots', 흑백: 'Black and white', 컬러: 'Color', 하이앵글: 'High angle', 항공샷: 'Overhead shots',
  거꾸로: 'Upside-down shots', 증명사진: 'ID photos', 여권사진: 'Passport photos', 동영상: 'Video', QR: 'QR download',
  AI: 'AI effects', 캐릭터: 'Characters', 아이돌: 'K-pop idols', 포토카드: 'Photo cards', 스티커: 'Stickers',
  셀프사진관: 'Self-photo studio', 야외: 'Outdoors', 지하: 'Basement', 영상저장: 'Video download',
  캐릭터프레임: 'Character frames', 샘플: 'Sample',
};
