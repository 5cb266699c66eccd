// What every peer does, and what it is given.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

struct Point {
  std::int64_t id;
  double latitude, longitude;  // degrees
};

struct Rectangle {
  double west, south, east, north;  // degrees
};

// A point and the peer's own measure of its distance, which `Index::metres` turns into metres.
struct Found {
  std::int64_t id;
  double measure;
};

class Index {
 public:
  virtual ~Index() = default;

  // Queries that the peer has no way to answer.
  virtual bool answers_distances() const { return true; }
  virtual bool answers_rectangles() const { return true; }

  virtual void build(const std::vector<Point>& points) = 0;
  // Replaces what is in `found`, nearest first.
  virtual void nearest(double latitude, double longitude, int count, std::vector<Found>& found) {}
  virtual void within(double latitude, double longitude, double metres, std::vector<Found>& found) {}
  // In any order, without a measure.
  virtual void inside(const Rectangle& rectangle, std::vector<std::int64_t>& found) {}

  virtual double metres(double measure) const { return 0; }
  // How far such a distance may be from the geodesic one, in metres.
  virtual double tolerance(double metres) const { return 0; }
};

std::unique_ptr<Index> make_nanoflann();
std::unique_ptr<Index> make_boost();
std::unique_ptr<Index> make_s2();
std::unique_ptr<Index> make_sqlite();

// Of the Earth, for arcs from chords.
constexpr double mean_radius = 6371008.8;

// Earth-centred coordinates on the ellipsoid WGS84.
struct Vector {
  double x, y, z;

  static Vector of(double latitude, double longitude) {
    constexpr double a = 6378137, flattening = 1 / 298.257223563, e2 = flattening * (2 - flattening);
    const double phi = latitude * M_PI / 180, lambda = longitude * M_PI / 180;
    const double n = a / std::sqrt(1 - e2 * std::sin(phi) * std::sin(phi));
    return {n * std::cos(phi) * std::cos(lambda), n * std::cos(phi) * std::sin(lambda), n * (1 - e2) * std::sin(phi)};
  }

  double squared_distance(const Vector& other) const {
    const double dx = x - other.x, dy = y - other.y, dz = z - other.z;
    return dx * dx + dy * dy + dz * dz;
  }
};

inline double arc_of_chord(double chord) { return 2 * mean_radius * std::asin(chord / (2 * mean_radius)); }
inline double chord_of_arc(double arc) { return 2 * mean_radius * std::sin(arc / (2 * mean_radius)); }

// An arc is longer than its chord by d³/24r²: 1 mm at 10 km, 1 m at 100 km. The radius of the ellipsoid is not the mean
// one, and changes on the way: by less than 1 %, of which the square is twice as much.
inline double tolerance_of_chord(double metres) {
  return 0.02 * std::pow(metres, 3) / (24 * mean_radius * mean_radius);
}
