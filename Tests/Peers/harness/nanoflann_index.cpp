// A k-d tree over coordinates in space. It has no search in a box.
#include <nanoflann.hpp>

#include "index.hpp"

namespace {

struct Cloud {
  std::vector<Vector> vectors;
  std::size_t kdtree_get_point_count() const { return vectors.size(); }
  double kdtree_get_pt(std::size_t at, std::size_t axis) const {
    return axis == 0 ? vectors[at].x : axis == 1 ? vectors[at].y : vectors[at].z;
  }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};

using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Cloud>, Cloud, 3, std::uint32_t>;

class NanoflannIndex : public Index {
 public:
  bool answers_rectangles() const override { return false; }

  void build(const std::vector<Point>& points) override {
    cloud.vectors.clear();
    ids.clear();
    for (const Point& point : points) {
      cloud.vectors.push_back(Vector::of(point.latitude, point.longitude));
      ids.push_back(point.id);
    }
    tree = std::make_unique<Tree>(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(10));
  }

  void nearest(double latitude, double longitude, int count, std::vector<Found>& found) override {
    const Vector origin = Vector::of(latitude, longitude);
    positions.resize(count);
    measures.resize(count);
    const std::size_t number = tree->knnSearch(&origin.x, count, positions.data(), measures.data());
    found.clear();
    for (std::size_t at = 0; at < number; ++at) found.push_back({ids[positions[at]], measures[at]});
  }

  void within(double latitude, double longitude, double metres, std::vector<Found>& found) override {
    const Vector origin = Vector::of(latitude, longitude);
    const double chord = chord_of_arc(metres);
    tree->radiusSearch(&origin.x, chord * chord, pairs, nanoflann::SearchParams());
    found.clear();
    for (const auto& [position, measure] : pairs) found.push_back({ids[position], measure});
  }

  double metres(double measure) const override { return arc_of_chord(std::sqrt(measure)); }
  double tolerance(double metres) const override { return tolerance_of_chord(metres); }

 private:
  Cloud cloud;
  std::vector<std::int64_t> ids;
  std::unique_ptr<Tree> tree;
  std::vector<std::uint32_t> positions;
  std::vector<double> measures;
  std::vector<std::pair<std::uint32_t, double>> pairs;
};

}  // namespace

std::unique_ptr<Index> make_nanoflann() { return std::make_unique<NanoflannIndex>(); }
