// Measures a peer on the files of `fourcuts-bench points`, and compares its answers with those in the files.
//
//     harness nanoflann|boost|s2|sqlite DIRECTORY
//
// For each line of standard input it prints a line of JSON:
//
//     build | nearest | radius | viewport   {"nanoseconds":N}, CPU time for one build or one query; null: not answered
//     check                                 {"compared":N,"identical":N,"different":N,"largest_difference_mm":N}
//
// Answers are the same if they are as many, and each distance is that of fourcuts at the same rank but for 1 mm and the
// tolerance of the peer. In a circle, points may be missing or more if they lie on its edge within that. Viewports have
// the same points.
#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>

#include "index.hpp"

namespace {

struct Answer {
  std::int64_t id;
  double metres;
};

struct Query {
  double numbers[4];
  std::vector<Answer> answer;
};

double processor_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

template <class Line>
void read_lines(const std::string& path, const Line& line) {
  std::ifstream file(path);
  std::string text;
  if (!std::getline(file, text)) throw std::runtime_error(path + " cannot be read.");
  while (std::getline(file, text)) line(text.c_str());
}

double number(const char*& text) {
  char* end;
  const double value = std::strtod(text, &end);
  text = *end == ',' ? end + 1 : end;
  return value;
}

std::vector<Point> read_points(const std::string& directory) {
  std::vector<Point> points;
  read_lines(directory + "/points.csv", [&](const char* text) {
    char* end;
    const std::int64_t id = std::strtoll(text, &end, 10);
    const char* rest = end + 1;
    const double latitude = number(rest);
    points.push_back({id, latitude, number(rest)});
  });
  return points;
}

std::vector<Query> read_queries(const std::string& path, int count) {
  std::vector<Query> queries;
  read_lines(path, [&](const char* text) {
    Query query{};
    for (int at = 0; at < count; ++at) query.numbers[at] = number(text);
    while (*text) {
      char* end;
      Answer answer{std::strtoll(text, &end, 10), 0};
      if (*end == ':') answer.metres = std::strtoll(end + 1, &end, 10) / 1000.0;
      query.answer.push_back(answer);
      text = *end == ' ' ? end + 1 : end;
    }
    queries.push_back(std::move(query));
  });
  return queries;
}

class Bench {
 public:
  Bench(std::unique_ptr<Index> index, const std::string& directory)
      : index(std::move(index)),
        points(read_points(directory)),
        nearest(read_queries(directory + "/nearest.csv", 3)),
        circles(read_queries(directory + "/radius.csv", 3)),
        viewports(read_queries(directory + "/viewport.csv", 4)) {
    this->index->build(points);
  }

  // Nothing: the peer has no such query.
  std::string nanoseconds(const std::string& name) {
    double value = 0;
    if (name == "build") {
      value = time(1, [&] { index->build(points); });
    } else if (name == "viewport") {
      if (!index->answers_rectangles()) return "null";
      inside(viewports.front());  // so that nothing is made meanwhile
      value = time(viewports.size(), [&] { for (const Query& query : viewports) inside(query); });
    } else {
      if (!index->answers_distances()) return "null";
      if (name == "nearest") {
        value = time(nearest.size(), [&] { for (const Query& query : nearest) find_nearest(query); });
      } else if (name == "radius") {
        value = time(circles.size(), [&] { for (const Query& query : circles) find_within(query); });
      } else {
        throw std::runtime_error("Not a query: " + name);
      }
    }
    return std::to_string(value);
  }

  std::string check() {
    compared = identical = different = 0;
    largest_difference = 0;
    if (index->answers_distances()) {
      for (const Query& query : nearest) {
        find_nearest(query);
        compare_ranks(query);
      }
      for (const Query& query : circles) {
        find_within(query);
        compare_circle(query);
      }
    }
    if (index->answers_rectangles()) {
      for (const Query& query : viewports) {
        inside(query);
        compare_points(query);
      }
    }
    return "{\"compared\":" + std::to_string(compared) + ",\"identical\":" + std::to_string(identical) +
           ",\"different\":" + std::to_string(different) +
           ",\"largest_difference_mm\":" + std::to_string(largest_difference * 1000) + "}";
  }

 private:
  std::unique_ptr<Index> index;
  std::vector<Point> points;
  std::vector<Query> nearest, circles, viewports;
  std::vector<Found> found;
  std::vector<std::int64_t> ids;
  std::size_t total = 0;
  long compared = 0, identical = 0, different = 0;
  double largest_difference = 0;

  template <class Work>
  double time(std::size_t count, const Work& work) {
    total = 0;
    const double start = processor_seconds();
    work();
    const double seconds = processor_seconds() - start;
    if (count > 1 && total == 0) throw std::runtime_error("Nothing was found.");
    return seconds * 1e9 / count;
  }

  void find_nearest(const Query& query) {
    index->nearest(query.numbers[0], query.numbers[1], int(query.numbers[2]), found);
    total += found.size();
  }

  void find_within(const Query& query) {
    index->within(query.numbers[0], query.numbers[1], query.numbers[2], found);
    total += found.size();
  }

  void inside(const Query& query) {
    index->inside({query.numbers[0], query.numbers[1], query.numbers[2], query.numbers[3]}, ids);
    total += ids.size();
  }

  double allowed(double metres) const { return 0.001 + index->tolerance(metres); }

  bool is_same_distance(double metres, double expected) {
    largest_difference = std::max(largest_difference, std::abs(metres - expected));
    return std::abs(metres - expected) <= allowed(expected);
  }

  void count(bool is_same, bool is_identical) {
    ++compared;
    identical += is_identical;
    different += !is_same;
  }

  void compare_ranks(const Query& query) {
    bool is_same = found.size() == query.answer.size(), is_identical = is_same;
    for (std::size_t at = 0; is_same && at < found.size(); ++at) {
      is_same = is_same_distance(index->metres(found[at].measure), query.answer[at].metres);
      is_identical = is_identical && found[at].id == query.answer[at].id;
    }
    count(is_same, is_same && is_identical);
  }

  void compare_circle(const Query& query) {
    const double radius = query.numbers[2];
    std::map<std::int64_t, double> expected;
    for (const Answer& answer : query.answer) expected[answer.id] = answer.metres;
    bool is_same = true, is_identical = true;
    for (const Found& one : found) {
      const double metres = index->metres(one.measure);
      const auto position = expected.find(one.id);
      const bool is_known = position != expected.end();
      is_same = is_same && is_same_distance(metres, is_known ? position->second : radius);
      is_identical = is_identical && is_known;
      if (is_known) expected.erase(position);
    }
    for (const auto& missing : expected) is_same = is_same && std::abs(missing.second - radius) <= allowed(radius);
    count(is_same, is_same && is_identical && expected.empty());
  }

  void compare_points(const Query& query) {
    std::sort(ids.begin(), ids.end());
    const bool is_same = std::equal(
        ids.begin(), ids.end(), query.answer.begin(), query.answer.end(),
        [](std::int64_t id, const Answer& answer) { return id == answer.id; });
    count(is_same, is_same);
  }
};

std::unique_ptr<Index> make_index(const std::string& name) {
  if (name == "nanoflann") return make_nanoflann();
  if (name == "boost") return make_boost();
  if (name == "s2") return make_s2();
  if (name == "sqlite") return make_sqlite();
  throw std::runtime_error("No peer has the name " + name + ".");
}

}  // namespace

int main(int count, char** arguments) try {
  if (count != 3) throw std::runtime_error("usage: harness nanoflann|boost|s2|sqlite DIRECTORY");
  Bench bench(make_index(arguments[1]), arguments[2]);
  std::cout << "{}" << std::endl;
  for (std::string name; std::getline(std::cin, name);)
    std::cout << (name == "check" ? bench.check() : "{\"nanoseconds\":" + bench.nanoseconds(name) + "}") << std::endl;
} catch (const std::exception& error) {
  std::cerr << error.what() << std::endl;
  return 1;
}
