// The map library comes from Debian without types.
export const Browser: any, DomEvent: any, DomUtil: any, GridLayer: any, circle: any, control: any, divIcon: any,
  layerGroup: any, map: any, marker: any, polyline: any, tileLayer: any;
export type Map = any;
