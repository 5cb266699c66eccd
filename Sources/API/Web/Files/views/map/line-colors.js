// The colours of the lines of stations, as in `Data/subway.csv`.

const pairs = '1호선:0052a4 2호선:00a84d 3호선:ef7c1c 4호선:00a5de 5호선:996cac 6호선:cd7c2f 7호선:747f00 8호선:e6186c '
  + '9호선:bdb092 GTX-A:9a6292 경강선:003da5 경의중앙선:77c4a3 경춘선:0c8e72 공항철도:0090d2 광주1호선:009088 '
  + '김포골드:a17800 대구1호선:d93f5c 대구2호선:00aa80 대구3호선:ffb100 대전1호선:007448 동해선:0054a6 부산1호선:f06a00 '
  + '부산2호선:81bf48 부산3호선:bb8c00 부산4호선:217dcb 부산김해경전철:875cac 서해선:81a914 수인분당선:f5a200 '
  + '신림선:6789ca 신분당선:d4003b 에버라인:6fb245 우이신설선:b7c452 의정부선:fda600 인천1호선:7ca8d5 인천2호선:ed8b00';
const colors = Object.fromEntries(pairs.split(' ').map((pair) => pair.split(':')));

/** The lines that trains of another one run on, by the names of their tracks. */
const tracks = {
  경원선: '1호선', 경인선: '1호선', 일산선: '3호선', 과천선: '4호선', 안산선: '4호선', 진접선: '4호선', 별내선: '8호선',
  중앙선: '경의중앙선', 분당선: '수인분당선', 수인선: '수인분당선', 용인에버라인: '에버라인', 김포골드라인: '김포골드',
};

/** The colour of a line; grey for a railway without one. @param {string} name */
export const lineColor = (name) => `#${colors[tracks[name] ?? name] ?? '6b6875'}`;
