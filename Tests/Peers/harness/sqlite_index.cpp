// SQLite's R*Tree in memory, for rectangles only. Of whole numbers, because the other kind rounds to 32-bit floats.
#include <sqlite3.h>

#include <stdexcept>

#include "index.hpp"

namespace {

class SQLiteIndex : public Index {
 public:
  SQLiteIndex() { check(sqlite3_open(":memory:", &database)); }

  ~SQLiteIndex() override {
    sqlite3_finalize(select);
    sqlite3_close(database);
  }

  bool answers_distances() const override { return false; }

  void build(const std::vector<Point>& points) override {
    sqlite3_finalize(select);
    run("DROP TABLE IF EXISTS point; BEGIN; CREATE VIRTUAL TABLE point USING rtree_i32(id, west, east, south, north)");
    sqlite3_stmt* insert = prepare("INSERT INTO point VALUES (?1, ?2, ?2, ?3, ?3)");
    for (const Point& point : points) {
      sqlite3_bind_int64(insert, 1, point.id);
      sqlite3_bind_int64(insert, 2, std::llround(point.longitude * 1e7));
      sqlite3_bind_int64(insert, 3, std::llround(point.latitude * 1e7));
      if (sqlite3_step(insert) != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(database));
      sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    run("COMMIT");
    select = prepare("SELECT id FROM point WHERE west >= ?1 AND east <= ?2 AND south >= ?3 AND north <= ?4");
  }

  void inside(const Rectangle& rectangle, std::vector<std::int64_t>& found) override {
    sqlite3_bind_int64(select, 1, std::ceil(rectangle.west * 1e7));
    sqlite3_bind_int64(select, 2, std::floor(rectangle.east * 1e7));
    sqlite3_bind_int64(select, 3, std::ceil(rectangle.south * 1e7));
    sqlite3_bind_int64(select, 4, std::floor(rectangle.north * 1e7));
    found.clear();
    while (sqlite3_step(select) == SQLITE_ROW) found.push_back(sqlite3_column_int64(select, 0));
    check(sqlite3_reset(select));
  }

 private:
  sqlite3* database = nullptr;
  sqlite3_stmt* select = nullptr;

  void check(int code) {
    if (code != SQLITE_OK) throw std::runtime_error(sqlite3_errmsg(database));
  }

  void run(const char* statements) { check(sqlite3_exec(database, statements, nullptr, nullptr, nullptr)); }

  sqlite3_stmt* prepare(const char* text) {
    sqlite3_stmt* statement = nullptr;
    check(sqlite3_prepare_v2(database, text, -1, &statement, nullptr));
    return statement;
  }
};

}  // namespace

std::unique_ptr<Index> make_sqlite() { return std::make_unique<SQLiteIndex>(); }
