// What the device knows of the country that a booth is in. The server knows all countries.

/** Busan is further west than Tsushima, which is further south. */
export const isInKorea = ({ latitude, longitude }) =>
  latitude > 32 && latitude < 39.5 && longitude > 124 && longitude < (latitude < 34.95 ? 129 : 132.5);

/** The ISO 4217 code of the money of a booth's price; null if it is not known. @param {any} booth */
export const currencyOf = (booth) => booth.currency ?? (isInKorea(booth) ? 'KRW' : null);
