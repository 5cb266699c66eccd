// What the layers of vector tiles hold, by schema, in the few classes that the map draws and names.

/**
 * @typedef {{area?: string, line?: string, road?: string, ramp?: number, tunnel?: boolean, name?: string,
 *   number?: string}} Class an area to fill, a line to draw, a kind of road, or a kind of name; `number`: of an exit,
 *   which is its name
 */

const roadKinds = {
  motorway: 'motorway', trunk: 'primary', primary: 'primary', secondary: 'secondary', tertiary: 'secondary',
  minor: 'minor', unclassified: 'minor', residential: 'minor', living_street: 'minor', road: 'minor', busway: 'minor',
  street: 'minor', pedestrian: 'service', service: 'service', track: 'service', driveway: 'service', alley: 'service',
  path: 'path', footway: 'path', steps: 'path', cycleway: 'path', bridleway: 'path', sidewalk: 'path', crossing: 'path',
};
const greens = new Set(['wood', 'forest', 'grass', 'grassland', 'meadow', 'park', 'garden', 'scrub', 'heath', 'orchard',
  'vineyard', 'cemetery', 'grave_yard', 'golf_course', 'village_green', 'recreation_ground', 'nature_reserve',
  'protected_area', 'playground', 'national_park', 'zoo']);
const campuses = new Set(['university', 'college', 'school', 'kindergarten', 'hospital']);
const settlements = { city: 'settlement', town: 'settlement', village: 'settlement' };
const quarters = { suburb: 'quarter', quarter: 'quarter', neighbourhood: 'quarter', hamlet: 'quarter' };
const placeKinds = { ...settlements, ...quarters };

const landOf = (kind) => (greens.has(kind) ? { area: 'green' } : campuses.has(kind) ? { area: 'campus' } : null);
const roadOf = (kind, isRamp, isTunnel) => {
  const road = roadKinds[kind];
  return road ? { road, ramp: isRamp ? 1 : 0, tunnel: Boolean(isTunnel) } : null;
};
const nameOf = (kind) => (kind ? { name: kind } : null);

/** The exit of a station. Only our own tiles have `ref`; others may have the number in the name, as "9번 출구". */
function exitOf({ ref, name, 'name:latin': latin }) {
  const number = /^[\p{L}\d]{1,3}(-\d{1,2})?$/u.exec(ref ?? '')?.[0]
    ?? /(?:^|[^\d-])(\d{1,2}(?:-\d{1,2})?)(?=\s*번|$)/.exec(name ?? latin ?? '')?.[1];
  return number ? { name: 'exit', number } : null;
}

/** By schema and layer: the class of a feature, by its properties; null if it is not drawn. */
const layers = {
  openmaptiles: {
    landcover: ({ class: kind }) => landOf(kind),
    landuse: ({ class: kind }) => landOf(kind),
    park: () => ({ area: 'green' }),
    water: ({ class: kind }) => ({ area: kind === 'ocean' ? 'sea' : 'water' }),
    waterway: () => ({ line: 'stream' }),
    building: () => ({ area: 'building' }),
    transportation: ({ class: kind, ramp, brunnel }) => {
      const tunnel = brunnel === 'tunnel';
      return kind === 'rail' ? { line: 'rail', tunnel } : roadOf(kind, ramp, tunnel);
    },
    transportation_name: ({ class: kind }) => nameOf(roadKinds[kind]),
    poi: (properties) => (properties.class === 'entrance' ? exitOf(properties) : null),
    place: ({ class: kind }) => nameOf(placeKinds[kind]),
  },
  protomaps: {
    landcover: ({ kind }) => landOf(kind),
    landuse: ({ kind }) => landOf(kind),
    earth: () => ({ area: 'earth' }),
    water: ({ kind }) => ({ area: kind === 'ocean' ? 'sea' : 'water', line: 'stream' }),
    buildings: () => ({ area: 'building' }),
    roads: ({ kind, kind_detail: detail, is_link: isLink, is_tunnel: isTunnel }) => {
      if (kind === 'rail') return { line: 'rail', tunnel: isTunnel };
      const usual = { highway: 'motorway', major_road: 'secondary', minor_road: 'minor', path: 'path' }[kind];
      const road = roadOf(detail?.replace(/_link$/, ''), isLink, isTunnel) ?? roadOf(usual, isLink, isTunnel);
      return road && { ...road, name: road.road };
    },
    places: ({ kind, kind_detail: detail }) => nameOf(placeKinds[detail]
      ?? { locality: 'settlement', neighbourhood: 'quarter', macrohood: 'quarter' }[kind]),
  },
  shortbread: {
    ocean: () => ({ area: 'sea' }),
    water_polygons: () => ({ area: 'water' }),
    water_lines: () => ({ line: 'stream' }),
    land: ({ kind }) => landOf(kind),
    sites: ({ kind }) => landOf(kind),
    buildings: () => ({ area: 'building' }),
    street_polygons: ({ kind }) => roadKinds[kind] && { area: 'square' },
    streets: ({ kind, link, tunnel, rail }) => (rail || kind === 'rail' ? { line: 'rail', tunnel }
      : roadOf(kind?.replace(/_link$/, ''), link, tunnel)),
    street_labels: ({ kind }) => nameOf(roadKinds[kind?.replace(/_link$/, '')]),
    place_labels: ({ kind }) => nameOf(placeKinds[kind]),
  },
};

/** @param {string} schema @returns {(layer: string) => boolean} whether a layer is read at all */
export const wantedLayers = (schema) => (layer) => Object.hasOwn(layers[schema], layer);

/**
 * The features of a tile by class.
 * @param {string} schema
 * @param {Record<string, import('./vector-tile.js').Feature[]>} tile
 */
export function classified(schema, tile) {
  const found = { areas: {}, lines: {}, roads: [], names: [] };
  const add = (group, kind, feature) => (group[kind] ??= []).push(feature);
  for (const [layer, classOf] of Object.entries(layers[schema])) {
    for (const feature of tile[layer] ?? []) {
      const it = classOf(feature.properties);
      if (!it) continue;
      if (it.area && feature.type === 3) add(found.areas, it.area, feature);
      if (it.line && feature.type === 2 && !it.tunnel) add(found.lines, it.line, feature);
      if (it.road && feature.type === 2) {
        // Tunnels are drawn as faintly as roads that are not certain.
        feature.look = { kind: it.road, ramp: it.ramp, faint: it.tunnel ? 1 : 0 };
        found.roads.push(feature);
      }
      const isNamed = it.name && (it.number ?? feature.properties.name ?? feature.properties['name:latin']);
      if (isNamed) found.names.push({ kind: it.name, number: it.number, feature });
    }
  }
  return found;
}
