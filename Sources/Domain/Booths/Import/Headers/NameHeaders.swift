/// Headers of names beyond the spellings of `HeaderSynonyms`, by the words that they are made of.
enum NameHeaders {
  /// How well a folded header fits the name of a place: 0 is best; nil when it names something else.
  static func rank(_ folded: String) -> Int? {
    if localized.contains(folded) { return 3 }
    for suffix in suffixes where folded.hasSuffix(suffix) {
      let stem = String(folded.dropLast(suffix.count))
      if stem.isEmpty { return 1 }
      guard !isOther(stem) else { return nil }
      return namesPlace(stem) ? 0 : 1
    }
    for prefix in ["이름", "명칭", "상호", "name"] where folded.hasPrefix(prefix) {
      let rest = folded.dropFirst(prefix.count)
      if rest.allSatisfy({ $0.isASCII && $0.isNumber }) || rest == "국문" || rest == "한글" { return 1 }
    }
    return places.contains(folded) ? 2 : nil
  }

  /// Whether a header has a word for a place.
  static func namesPlace(_ folded: String) -> Bool { places.contains(where: folded.contains) }

  /// A suffix that is the end of another one comes after it.
  private static let suffixes = [
    "상호명", "업체이름", "이름", "명칭", "상호", "성함", "명", "네임", "タイトル", "店舗名", "店名", "屋号", "名称", "名稱", "名字", "名前", "名",
    "名", "nombre", "nome", "nom", "titel", "title", "bezeichnung", "naam", "navn", "название", "наименование",
    "name",
  ]

  private static let places = [
    "사진관", "스튜디오", "카페", "가맹점", "포토부스", "부스", "매장", "점포", "가게", "업소", "업체", "사업장", "사업체", "시설", "관광지", "시장",
    "주차장", "장소", "상가", "상점", "영업소", "영업장", "음식점", "식당", "대리점", "공원", "지점", "shop", "store", "place", "venue",
    "booth", "studio", "cafe", "location", "spot", "site", "facility", "poi", "outlet", "restaurant", "station",
    "business", "店舗", "店铺", "店鋪", "施設", "場所", "商户", "商家", "门店", "門店", "スポット", "景点",
  ]

  /// Names in a language: read if the main name is missing.
  private static let localized: Set<String> = [
    "nameko", "nameja", "namezh", "namezhhans", "namezhhant", "namekr", "한글명", "국문명", "한글명칭", "국문명칭", "officialname",
    "altname", "shortname", "localname", "branchname",
  ]

  /// Stems of the names of something else. Korean and Chinese ones end with the word, English ones have it anywhere.
  private static func isOther(_ stem: String) -> Bool {
    if stem.unicodeScalars.allSatisfy(\.isASCII) { return englishOthers.contains(where: stem.contains) }
    return others.contains(where: stem.hasSuffix)
  }

  private static let others = [
    "자", "인", "기관", "부서", "시도", "시군구", "시군", "군구", "구군", "자치구", "구", "시", "도", "군", "읍면동", "읍면", "읍", "면", "동", "리",
    "도로", "건물", "업종", "업태", "분류", "종목", "종류", "유형", "구분", "카테고리", "상품", "메뉴", "제품", "품목", "은행", "파일", "국가", "나라",
    "지역", "권역", "상태", "코드", "노선", "호선", "구간", "서비스", "회원", "고객", "닉", "별", "필", "성", "서", "증", "조", "익", "설", "투",
    "문", "발", "인", "출처", "데이터", "시스템", "법인", "제조사", "모델", "기종", "브랜드", "체인", "프랜차이즈", "행사", "담당", "대표", "운영사",
    "본사", "층", "사용", "단위", "컬럼", "필드", "테이블", "氏", "姓", "担当者", "代表者", "都道府県", "市区町村", "路線", "会社", "企業", "品", "分類",
    "種別", "省", "市", "区", "城市", "类别", "类型", "分类", "品牌", "联系人", "负责人",
  ]

  private static let englishOthers = [
    "user", "file", "first", "last", "middle", "family", "given", "sur", "nick", "pseudo", "owner", "contact",
    "manager",
    "person", "city", "country", "state", "province", "region", "district", "county", "street", "road", "category",
    "type", "brand", "chain", "host", "domain", "product", "model", "bank", "column", "class", "method", "area",
    "event",
    "author", "publisher", "agency", "source", "code", "status", "operator", "sheet", "layer", "folder", "zone",
    "customer", "operador", "pré", "pre", "vor", "nach", "old", "sort", "group", "field", "key",
  ]
}
