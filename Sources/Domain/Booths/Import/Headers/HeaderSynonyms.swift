/// The names that publishers give the fields.
///
/// Spellings are folded (`HeaderText`); within a field, earlier ones win when a file has several. The Korean ones are
/// those of the national permit data, the standard data sets, the Seoul and Gyeonggi portals and the usual map
/// services; the English ones are this project's own and common ones.
enum HeaderSynonyms {
  /// The field that a folded header names, and its rank within the field (0 is best); nil when absent.
  static func field(_ folded: String) -> (field: ImportField, rank: Int)? { index[folded] }

  /// The address field of a header such as `공원주소` or `매장지번주소`; nil if it is the address of something else. Its rank is
  /// behind every spelling of the table.
  static func address(_ folded: String) -> (field: ImportField, rank: Int)? {
    guard folded.hasSuffix("주소"), !otherAddresses.contains(where: { folded.contains($0) }) else { return nil }
    return (folded.contains("지번") ? .lotAddress : .roadAddress, 1000)
  }

  /// The latitude or longitude of a header such as `매장위도`, `위도값` or `Latitude (deg)`. Its rank is behind every spelling of
  /// the table.
  static func degrees(_ folded: String) -> (field: ImportField, rank: Int)? {
    let isLatitude = folded.contains("위도") || folded.contains("latitude")
    let isLongitude = folded.contains("경도") || folded.contains("longitude")
    guard isLatitude != isLongitude else { return nil }
    return (isLatitude ? .latitude : .longitude, 1000)
  }

  private static let otherAddresses = [
    "메일", "홈페이지", "누리집", "인터넷", "사이트", "웹", "url", "ip", "mac", "본사", "본점", "대표", "소유", "신청", "기관", "관리",
    "담당", "사업자", "우편", "이전", "시작", "종료",
  ]

  /// Every spelling, folded, with its field and rank.
  private static let index: [String: (field: ImportField, rank: Int)] = {
    var index: [String: (field: ImportField, rank: Int)] = [:]
    for (field, spellings) in table {
      for (rank, spelling) in spellings.enumerated() {
        index[HeaderText.folded(spelling)] = (field, rank)
      }
    }
    return index
  }()

  /// Exposed to the tests, which check that no spelling names two fields.
  static let table: [(field: ImportField, spellings: [String])] = [
    (
      .externalID,
      [
        "external_id", "관리번호", "MGTNO", "POI ID", "역사_ID", "시설ID", "시설관리번호", "업소ID", "매장ID", "상가업소번호",
        "부스ID", "고유번호", "식별번호", "관리ID", "place_id", "poi_id", "store_id", "booth_id", "ID", "@id", "osm_id",
        "full_id", "store_number", "ref",
      ]
    ),
    (
      .name,
      [
        "name", "사업장명", "BPLCNM", "BIZPLC_NM", "업소명", "상호명", "상호", "시설명", "도서관명", "역사명", "대명칭", "업체명",
        "매장명", "점포명", "부스명", "부스이름", "가게명", "화장실명", "공원명", "기관명", "장소명", "명칭", "이름",
        "매장이름", "가게이름", "점포이름", "업체이름", "장소이름", "포토부스명", "이름(상호)", "상호(이름)",
        "place_name", "store_name", "shop_name", "booth_name", "name_ko", "name_kr", "title", "shop", "store",
      ]
    ),
    (.branch, ["branch", "지점명", "지점", "branch_name"]),
    (.brand, ["brand", "브랜드", "브랜드명", "brand_name", "체인", "체인명", "프랜차이즈", "프랜차이즈명", "chain", "operator"]),
    (
      .roadAddress,
      [
        "road_address", "도로명전체주소", "RDNWHLADDR", "소재지도로명주소", "도로명주소", "도로명소재지", "REFINE_ROADNM_ADDR",
        "road_address_name", "roadaddr", "새주소", "주소", "전체주소", "address", "addr", "full_address", "addr:full",
        "formatted_address", "street_address", "vicinity", "住所", "所在地", "地址", "詳細地址", "详细地址", "adresse", "dirección",
        "direccion", "endereço", "indirizzo", "адрес",
      ]
    ),
    (
      .lotAddress,
      [
        "lot_address", "소재지전체주소", "SITEWHLADDR", "소재지지번주소", "지번주소", "소재지주소", "지번소재지", "소재지",
        "REFINE_LOTNO_ADDR", "lotno_addr", "구주소", "address_name",
      ]
    ),
    (
      .latitude,
      [
        "latitude", "위도", "위도(Y)", "위도Y", "Y위도", "Y좌표(위도)", "위도좌표", "lat", "REFINE_WGS84_LAT", "refine_lat",
        "geo_lat", "lat_y", "y_lat", "latitude_y", "緯度", "纬度", "latitud", "широта",
      ]
    ),
    (
      .longitude,
      [
        "longitude", "경도", "경도(X)", "경도X", "X경도", "X좌표(경도)", "경도좌표", "lon", "lng", "long", "lot",
        "REFINE_WGS84_LOGT", "refine_logt", "logt", "geo_lon", "geo_lng", "lng_x", "lon_x", "x_lng",
        "x_lon", "longitude_x", "経度", "經度", "经度", "longitud", "долгота",
      ]
    ),
    (
      .x,
      [
        "좌표정보(x)", "x", "X좌표", "X좌표값", "좌표X", "X_CRDNT_VL", "X_CRDNT", "x_coord", "x_coordinate", "coord_x",
        "중앙좌표X1", "중앙좌표X", "중심좌표X", "easting", "동향좌표", "pos_x", "map_x", "gis_x", "xpos",
      ]
    ),
    (
      .y,
      [
        "좌표정보(y)", "y", "Y좌표", "Y좌표값", "좌표Y", "Y_CRDNT_VL", "Y_CRDNT", "y_coord", "y_coordinate", "coord_y",
        "중앙좌표Y1", "중앙좌표Y", "중심좌표Y", "northing", "북향좌표", "pos_y", "map_y", "gis_y", "ypos",
      ]
    ),
    (
      .phone,
      [
        "phone", "소재지전화", "SITETEL", "소재지전화번호", "전화번호", "대표전화", "대표전화번호", "연락처", "도서관전화번호",
        "운영기관전화번호", "관리기관전화번호", "문의전화", "전화", "tel", "telephone", "phone_number", "contact:phone", "contact:mobile",
        "mobile", "電話", "電話番号", "电话", "telefon", "teléfono",
      ]
    ),
    (
      .openingHours,
      [
        "opening_hours", "영업시간", "운영시간", "이용시간", "영업시간정보", "개방시간", "관람시간", "hours", "business_hours", "営業時間", "营业时间",
        "營業時間",
      ]
    ),
    (
      .englishName,
      [
        "name:en", "name_eng", "name_english", "english_name", "영문명", "영문명칭", "영문이름", "영문상호", "영문상호명", "英語名", "英文名",
      ]
    ),
    (.tags, ["tags", "태그", "tag", "해시태그", "키워드", "keywords"]),
    (.cuts, ["cuts", "컷수", "컷", "인화컷수", "cut_count"]),
    (.shots, ["shots", "촬영수", "촬영횟수", "촬영컷수", "촬영매수", "shot_count"]),
    (
      .price,
      [
        "price", "가격", "가격(원)", "요금", "요금(원)", "이용요금", "이용료", "최저가격", "기본요금", "금액", "price_krw", "이용요금(원)", "요금정보",
        "이용금액", "사용료", "사용요금", "charge", "fee", "料金", "价格", "價格",
      ]
    ),
    (.evenPrintsOnly, ["even_prints_only", "짝수출력", "짝수출력여부", "짝수출력만", "짝수인화", "짝수인화여부"]),
    (.capacity, ["capacity", "수용인원", "수용인원수", "최대인원", "정원", "인원", "people"]),
    (
      .status,
      [
        "status", "영업상태명", "TRDSTATENM", "BSN_STATE_NM", "영업상태", "운영상태", "운영상태명", "운영여부", "영업여부",
        "상세영업상태명", "DTLSTATENM", "상태", "영업상태구분코드", "영업상태코드", "business_status", "영업",
        "영업구분", "영업상황", "운영",
      ]
    ),
    (
      .lastVerified,
      [
        "last_verified", "확인일", "확인일자", "데이터기준일자", "데이터기준일", "최종수정시점", "LASTMODTS", "최종수정일자",
        "최종수정일시", "최종수정일", "수정일자", "수정일시", "수정일", "기준일자", "기준일", "데이터갱신일자", "갱신일자",
        "updated_at", "last_updated", "modified_at", "verified_at", "checked_at", "check_date", "survey:date",
      ]
    ),
  ]
}
