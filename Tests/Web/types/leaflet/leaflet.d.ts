// The map library comes from Debian without types.
export const DomEvent: any, DomUtil: any, GridLayer: any, Marker: any, TileLayer: any, circle: any, circleMarker: any, control: any, divIcon: any,
  layerGroup: any, map: any, marker: any, point: any, polyline: any;
export type Map = any;
