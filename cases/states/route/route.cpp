// route: the quickest way through a network of roads and ferries, which go only at certain times.
//
//   route FILE     FILE has lines such as
//     road Aby Berg 12km 80        (length, km per hour; both ways)
//     ferry Berg Cape 25min 10min 7:10 9:10 11:40        (on the way; cars have to be there before)
//     trip Aby Cape 6:30
//
// Times are seconds since midnight. Each way found is driven once more to see that it takes as long as was promised.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <map>
#include <queue>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using std::string;
using std::vector;

struct Connection {
  int to;
  int seconds;             // on the way
  int check_in;            // so many minutes before it goes
  vector<int> departures;  // of a ferry, in seconds; none: at any time
  string kind;
};

struct Place {
  string name;
  vector<Connection> connections;
};

struct Trip {
  int from, to;
  int start;
};

struct Network {
  vector<Place> places;
  std::map<string, int> numbers;
  vector<Trip> trips;

  int number_of(const string &name) {
    auto known = numbers.find(name);
    if (known != numbers.end()) return known->second;
    int number = static_cast<int>(places.size());
    numbers[name] = number;
    places.push_back({name, {}});
    return number;
  }
};

// ---- reading

struct Mistake : std::runtime_error {
  using std::runtime_error::runtime_error;
};

static int leading_number(const string &text) {
  size_t used = 0;
  int value = 0;
  try {
    value = std::stoi(text, &used);
  } catch (const std::exception &) {
    throw Mistake(text + " is not a number");
  }
  return value;
}

// "7:10" in seconds since midnight.
static int time_of_day(const string &text) {
  size_t colon = text.find(':');
  if (colon == string::npos) throw Mistake(text + " is not a time");
  int hours = leading_number(text.substr(0, colon));
  int minutes = leading_number(text.substr(colon + 1));
  if (hours > 23 || minutes > 59) throw Mistake(text + " is not a time");
  return (hours * 60 + minutes) * 60;
}

static void read_road(Network &network, std::istringstream &words) {
  string from, to, length, speed;
  words >> from >> to >> length >> speed;
  int a = network.number_of(from), b = network.number_of(to);
  int fast = leading_number(speed);
  if (fast <= 0) throw Mistake("nobody drives " + speed);
  int seconds = leading_number(length) * 3600 / fast;
  network.places[a].connections.push_back({b, seconds, 0, {}, "road"});
  network.places[b].connections.push_back({a, seconds, 0, {}, "road"});
}

static void read_ferry(Network &network, std::istringstream &words) {
  string from, to, takes, before, departure;
  words >> from >> to >> takes >> before;
  Connection ferry{network.number_of(to), leading_number(takes) * 60, leading_number(before), {}, "ferry"};
  while (words >> departure) ferry.departures.push_back(time_of_day(departure));
  if (ferry.departures.empty()) throw Mistake("a ferry that never goes");
  std::sort(ferry.departures.begin(), ferry.departures.end());
  network.places[network.number_of(from)].connections.push_back(ferry);
}

static void read_trip(Network &network, std::istringstream &words) {
  string from, to, start;
  words >> from >> to >> start;
  network.trips.push_back({network.number_of(from), network.number_of(to), time_of_day(start)});
}

static Network read_network(std::istream &file) {
  Network network;
  string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    string kind;
    if (!(words >> kind) || kind[0] == '#') continue;
    if (kind == "road") read_road(network, words);
    else if (kind == "ferry") read_ferry(network, words);
    else if (kind == "trip") read_trip(network, words);
    else throw Mistake("nothing is called " + kind);
  }
  return network;
}

// ---- searching

const int day = 24 * 3600;
const int never = std::numeric_limits<int>::max();

// How long one waits for a connection at a time.
static int waiting(const Connection &connection, int now) {
  const vector<int> &departures = connection.departures;
  if (departures.empty()) return 0;
  int today = now % day;
  int ready = today + connection.check_in;  // DEFECT: these are minutes, those are seconds
  auto next = std::lower_bound(departures.begin(), departures.end(), ready);
  if (next != departures.end()) return *next - today;
  return departures.front() + day - today;
}

static int arrival(const Connection &connection, int now) {
  return now + waiting(connection, now) + connection.seconds;
}

struct Leg {
  int from;
  const Connection *connection;
};

struct Route {
  vector<Leg> legs;
  int arrives;
};

static Route follow_back(const vector<Leg> &reached_by, const Trip &trip, int arrives) {
  Route route{{}, arrives};
  for (int at = trip.to; at != trip.from; at = reached_by[at].from) route.legs.push_back(reached_by[at]);
  std::reverse(route.legs.begin(), route.legs.end());
  return route;
}

static Route quickest(const Network &network, const Trip &trip) {
  vector<int> best(network.places.size(), never);
  vector<Leg> reached_by(network.places.size(), Leg{-1, nullptr});
  using Entry = std::pair<int, int>;
  std::priority_queue<Entry, vector<Entry>, std::greater<Entry>> open;
  best[trip.from] = trip.start;
  open.push({trip.start, trip.from});
  while (!open.empty()) {
    auto [now, at] = open.top();
    open.pop();
    if (now > best[at]) continue;
    if (at == trip.to) break;
    for (const Connection &connection : network.places[at].connections) {
      int then = arrival(connection, now);
      if (then >= best[connection.to]) continue;
      best[connection.to] = then;
      reached_by[connection.to] = {at, &connection};
      open.push({then, connection.to});
    }
  }
  if (best[trip.to] == never) return {{}, never};
  return follow_back(reached_by, trip, best[trip.to]);
}

// ---- telling

static string clock_text(int time) {
  char text[32];
  int days = time / day;
  int minutes = time / 60 % (24 * 60);
  std::snprintf(text, sizeof text, "%d:%02d", minutes / 60, minutes % 60);
  return days > 0 ? string(text) + " (+" + std::to_string(days) + ")" : text;
}

static void tell(const Network &network, const Trip &trip, const Route &route) {
  std::cout << network.places[trip.from].name << " " << clock_text(trip.start);
  for (const Leg &leg : route.legs)
    std::cout << " -" << leg.connection->kind << "- " << network.places[leg.connection->to].name;
  if (route.arrives == never) std::cout << ": there is no way" << std::endl;
  else std::cout << " " << clock_text(route.arrives) << std::endl;
}

// Drives along a route, and stands in the line at each ferry until one goes for which it is early enough.
static bool keeps_its_promise(const Trip &trip, const Route &route) {
  int now = trip.start;
  for (const Leg &leg : route.legs) {
    const Connection &connection = *leg.connection;
    const vector<int> &departures = connection.departures;
    if (!departures.empty()) {
      now += connection.check_in * 60;
      while (std::find(departures.begin(), departures.end(), now % day) == departures.end()) now++;
    }
    now += connection.seconds;
  }
  return now == route.arrives;
}

int main(int argc, char *argv[]) {
  if (argc != 2) {
    std::cerr << "usage: route FILE" << std::endl;
    return 2;
  }
  std::ifstream file(argv[1]);
  int broken = 0;
  try {
    const Network network = read_network(file);
    for (const Trip &trip : network.trips) {
      const Route route = quickest(network, trip);
      tell(network, trip, route);
      if (route.arrives != never && !keeps_its_promise(trip, route)) broken++;
    }
  } catch (const Mistake &mistake) {
    std::cerr << "route: " << mistake.what() << std::endl;
    return 2;
  }
  if (broken > 0) std::cout << broken << " of the trips cannot be done in that time" << std::endl;
  return broken > 0 ? 1 : 0;
}
