-- What tilemaker writes for `fourcuts tiles make`: only what the page draws, in the layers and classes of the
-- OpenMapTiles schema (openmaptiles.org/schema, CC BY 4.0), with names in Korean and English.

local function set(words)
  local found = {}
  for word in words:gmatch("%S+") do found[word] = true end
  return found
end

local places = { city = 8, town = 8, village = 10, suburb = 11, quarter = 12, neighbourhood = 13, hamlet = 12 }

-- Class and first zoom level by the value of `highway`; links are ramps of theirs.
local roads = {
  motorway = { "motorway", 8 }, trunk = { "trunk", 8 }, primary = { "primary", 9 }, secondary = { "secondary", 10 },
  tertiary = { "tertiary", 11 }, unclassified = { "minor", 12 }, residential = { "minor", 12 },
  living_street = { "minor", 12 }, road = { "minor", 12 }, busway = { "busway", 12 }, service = { "service", 13 },
  track = { "track", 13 }, pedestrian = { "pedestrian", 13 }, footway = { "path", 14 }, path = { "path", 14 },
  steps = { "path", 14 }, cycleway = { "path", 14 }, bridleway = { "path", 14 },
}
local entrances = set "subway_entrance train_station_entrance"
local rails = set "rail light_rail narrow_gauge tram monorail funicular"
local streams = set "river canal stream"
local waters = set "water bay"
local greens = {
  wood = "wood", forest = "wood", grass = "grass", grassland = "grass", meadow = "grass", park = "grass",
  garden = "grass", village_green = "grass", recreation_ground = "grass", golf_course = "grass", cemetery = "grass",
  nature_reserve = "grass", scrub = "grass", heath = "grass", orchard = "grass", vineyard = "grass",
}
local campuses = set "university college school kindergarten hospital"

node_keys = { "place", "railway" }

function init_function() end
function exit_function() end

local function names(object)
  object:Attribute("name", object:Find("name"))
  for _, language in ipairs({ "name:ko", "name:en" }) do
    local name = object:Find(language)
    if name ~= "" then object:Attribute(language, name) end
  end
end

function node_function(node)
  local place = node:Find("place")
  if places[place] and node:Holds("name") then
    node:Layer("place", false)
    node:MinZoom(places[place])
    node:Attribute("class", place)
    names(node)
  elseif entrances[node:Find("railway")] and node:Holds("ref") then
    node:Layer("poi", false)
    node:Attribute("class", "entrance")
    node:Attribute("subclass", node:Find("railway"))
    node:Attribute("ref", node:Find("ref"))
  end
end

-- The zoom level from which on an area is at least some pixels large.
local function zoom_by_area(way)
  local side = math.sqrt(way:Area())
  for zoom = 8, 13 do
    if side > 156543 / 2 ^ zoom * 4 then return zoom end
  end
  return 14
end

local function area(way, layer, class)
  way:Layer(layer, true)
  way:MinZoom(zoom_by_area(way))
  way:Attribute("class", class)
end

local function brunnel(way)
  if way:Find("tunnel") == "yes" then way:Attribute("brunnel", "tunnel")
  elseif way:Find("bridge") == "yes" then way:Attribute("brunnel", "bridge") end
end

local function road(way, highway)
  local kind = highway:gsub("_link$", "")
  local found = roads[kind]
  if not found or way:Find("access") == "no" then return end
  local is_ramp = kind ~= highway
  local zoom = is_ramp and math.max(found[2], 11) or found[2]
  -- Squares for walkers are areas.
  if way:Find("area") == "yes" and way:IsClosed() then return end
  way:Layer("transportation", false)
  way:MinZoom(zoom)
  way:Attribute("class", found[1])
  if is_ramp then way:AttributeNumeric("ramp", 1) end
  brunnel(way)
  if way:Holds("name") and not is_ramp then
    way:Layer("transportation_name", false)
    way:MinZoom(math.max(zoom, 12))
    way:Attribute("class", found[1])
    names(way)
  end
end

function way_function(way)
  local highway = way:Find("highway")
  if highway ~= "" then return road(way, highway) end

  if rails[way:Find("railway")] then
    way:Layer("transportation", false)
    way:MinZoom(way:Holds("service") and 13 or 10)
    way:Attribute("class", "rail")
    brunnel(way)
  end

  local waterway, natural, landuse, leisure = way:Find("waterway"), way:Find("natural"), way:Find("landuse"), way:Find("leisure")
  if waters[natural] or landuse == "reservoir" or landuse == "basin" or waterway == "riverbank" or waterway == "dock" then
    -- A line that is not closed here is a part of an outline.
    if way:IsClosed() then area(way, "water", "lake") end
    return
  end
  if streams[waterway] then
    way:Layer("waterway", false)
    way:MinZoom(waterway == "stream" and 13 or 10)
    way:Attribute("class", waterway)
    brunnel(way)
    return
  end
  if not way:IsClosed() then return end
  if way:Find("building") ~= "" and way:Find("building") ~= "no" then
    way:Layer("building", true)
    return
  end
  local green = greens[landuse] or greens[leisure] or greens[natural]
  if green then
    area(way, "landcover", green)
  elseif campuses[way:Find("amenity")] then
    area(way, "landuse", way:Find("amenity"))
  end
end
