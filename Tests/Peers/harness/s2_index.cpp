// S2 on the unit sphere.
#include <s2/s2closest_point_query.h>
#include <s2/s2latlng_rect.h>
#include <s2/s2point_index.h>
#include <s2/s2region_coverer.h>

#include "index.hpp"

namespace {

using Query = S2ClosestPointQuery<std::uint32_t>;

class S2Index : public Index {
 public:
  void build(const std::vector<Point>& points) override {
    index.Clear();
    for (std::size_t at = 0; at < points.size(); ++at)
      index.Add(S2LatLng::FromDegrees(points[at].latitude, points[at].longitude).ToPoint(), at);
    source = &points;
    // Both are kept, because each covers the index when it is used first.
    nearest_query = std::make_unique<Query>(&index);
    circle_query = std::make_unique<Query>(&index);
  }

  void nearest(double latitude, double longitude, int count, std::vector<Found>& found) override {
    nearest_query->mutable_options()->set_max_results(count);
    run(*nearest_query, latitude, longitude, found);
  }

  void within(double latitude, double longitude, double metres, std::vector<Found>& found) override {
    circle_query->mutable_options()->set_inclusive_max_distance(S1Angle::Radians(metres / mean_radius));
    run(*circle_query, latitude, longitude, found);
  }

  // The cells that cover the rectangle, and of their points those inside it.
  void inside(const Rectangle& rectangle, std::vector<std::int64_t>& found) override {
    const S2LatLngRect region(
        S2LatLng::FromDegrees(rectangle.south, rectangle.west), S2LatLng::FromDegrees(rectangle.north, rectangle.east));
    coverer.GetCovering(region.Expanded(S2LatLng::FromRadians(1e-14, 1e-14)), &cells);
    found.clear();
    S2PointIndex<std::uint32_t>::Iterator iterator(&index);
    for (const S2CellId cell : cells) {
      const S2CellId last = cell.range_max();
      for (iterator.Seek(cell.range_min()); !iterator.done() && iterator.id() <= last; iterator.Next()) {
        const Point& point = (*source)[iterator.data()];
        if (point.longitude >= rectangle.west && point.longitude <= rectangle.east &&
            point.latitude >= rectangle.south && point.latitude <= rectangle.north)
          found.push_back(point.id);
      }
    }
  }

  double metres(double measure) const override { return measure * mean_radius; }
  // The radii of curvature of WGS84 are 6,335 to 6,400 km.
  double tolerance(double metres) const override { return 0.006 * metres; }

 private:
  S2PointIndex<std::uint32_t> index;
  std::unique_ptr<Query> nearest_query, circle_query;
  const std::vector<Point>* source = nullptr;
  S2RegionCoverer coverer;
  std::vector<S2CellId> cells;
  std::vector<Query::Result> results;

  void run(Query& query, double latitude, double longitude, std::vector<Found>& found) {
    S2ClosestPointQueryPointTarget target(S2LatLng::FromDegrees(latitude, longitude).ToPoint());
    query.FindClosestPoints(&target, &results);
    found.clear();
    for (const auto& result : results)
      found.push_back({(*source)[result.data()].id, result.distance().ToAngle().radians()});
  }
};

}  // namespace

std::unique_ptr<Index> make_s2() { return std::make_unique<S2Index>(); }
