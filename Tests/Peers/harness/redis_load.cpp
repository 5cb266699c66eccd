// Sends searches to Redis over several connections, one at a time on each, and prints one line of JSON.
//
//     redis_load PORT CONNECTIONS SECONDS FILE
//
// Each line of the file is `longitude latitude metres`.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

struct Connection {
  int descriptor = -1;
  std::string received;
  Clock::time_point sent;
};

std::string command(const std::vector<std::string>& words) {
  std::string text = "*" + std::to_string(words.size()) + "\r\n";
  for (const std::string& word : words) text += "$" + std::to_string(word.size()) + "\r\n" + word + "\r\n";
  return text;
}

std::vector<std::string> read_commands(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> commands;
  for (std::string longitude, latitude, metres; file >> longitude >> latitude >> metres;)
    commands.push_back(command({"GEOSEARCH", "booths", "FROMLONLAT", longitude, latitude, "BYRADIUS", metres, "m",
                                "ASC", "COUNT", "10", "WITHDIST"}));
  if (commands.empty()) throw std::runtime_error(path + " has no queries.");
  return commands;
}

// The end of the reply that starts there; `npos` while it is not complete.
std::size_t end_of_reply(const std::string& text, std::size_t at) {
  const std::size_t line = text.find("\r\n", at);
  if (line == std::string::npos) return line;
  const long number = std::atol(text.c_str() + at + 1);
  std::size_t end = line + 2;
  switch (text[at]) {
    case '*':
      for (long part = 0; part < number && end != std::string::npos; ++part) end = end_of_reply(text, end);
      return end;
    case '$':
      end += number + 2;
      return end <= text.size() ? end : std::string::npos;
    default:
      throw std::runtime_error("Redis answers " + text.substr(at, line - at));
  }
}

int connect_to(int port) {
  const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("Redis does not accept a connection.");
  const int on = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return descriptor;
}

void send_all(int descriptor, const std::string& text) {
  // A command is shorter than any buffer of a socket.
  if (send(descriptor, text.data(), text.size(), MSG_NOSIGNAL) != ssize_t(text.size()))
    throw std::runtime_error("Redis takes no commands.");
}

class Load {
 public:
  Load(int port, int count, const std::string& path) : commands(read_commands(path)), connections(count) {
    for (std::size_t at = 0; at < connections.size(); ++at) {
      connections[at].descriptor = connect_to(port);
      epoll_event event{EPOLLIN, {}};
      event.data.u64 = at;
      epoll_ctl(events, EPOLL_CTL_ADD, connections[at].descriptor, &event);
    }
  }

  void run(double seconds) {
    const auto start = Clock::now(), end = start + std::chrono::duration_cast<Clock::duration>(
                                                     std::chrono::duration<double>(seconds));
    for (Connection& connection : connections) ask(connection);
    while (Clock::now() < end) {
      epoll_event ready[64];
      const int count = epoll_wait(events, ready, 64, 100);
      for (int at = 0; at < count; ++at) receive(connections[ready[at].data.u64]);
    }
    elapsed = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
  }

  void print() {
    if (times.empty()) throw std::runtime_error("Redis answers nothing.");
    std::sort(times.begin(), times.end());
    std::cout << "{\"requests\":" << times.size() << ",\"microseconds\":" << long(elapsed)
              << ",\"failed\":0,\"p50\":" << times[times.size() / 2] << ",\"p99\":" << times[times.size() * 99 / 100]
              << "}" << std::endl;
  }

 private:
  std::vector<std::string> commands;
  std::vector<Connection> connections;
  std::vector<double> times;  // microseconds
  std::size_t next = 0;
  double elapsed = 0;
  int events = epoll_create1(0);

  void ask(Connection& connection) {
    connection.sent = Clock::now();
    send_all(connection.descriptor, commands[next]);
    next = (next + 1) % commands.size();
  }

  void receive(Connection& connection) {
    char buffer[16384];
    const ssize_t count = recv(connection.descriptor, buffer, sizeof buffer, 0);
    if (count <= 0) throw std::runtime_error("Redis has closed a connection.");
    connection.received.append(buffer, count);
    if (end_of_reply(connection.received, 0) == std::string::npos) return;
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - connection.sent).count());
    connection.received.clear();
    ask(connection);
  }
};

}  // namespace

int main(int count, char** arguments) try {
  if (count != 5) throw std::runtime_error("usage: redis_load PORT CONNECTIONS SECONDS FILE");
  Load load(std::stoi(arguments[1]), std::stoi(arguments[2]), arguments[4]);
  load.run(std::stod(arguments[3]));
  load.print();
} catch (const std::exception& error) {
  std::cerr << error.what() << std::endl;
  return 1;
}
