// Depots and the crates that they hold.
#include <memory>
#include "depot/clock.h"

#define DEPOT_LIMIT 20

namespace freight::yard {

enum class State : int { Empty, Full = 2 };
using Id = unsigned long;
typedef std::vector<int> Weights;

/// Something that can be weighed.
class Weighed {
 public:
  virtual ~Weighed() = default;
  virtual int weight() const = 0;
};

/// A depot.
template <typename T>
class Depot : public Weighed, private detail::Mixin<T> {
 public:
  explicit Depot(Clock& clock) : clock_(&clock), first_{make()} {}
  Depot(const Depot&) = delete;
  ~Depot() override;
  int weight() const override;
  T* find(Id id) { return this->lookup(id, limit_); }
  operator bool() const { return limit_ > 0; }
  bool operator==(const Depot& other) const;
  const T& front() const;
  static Depot open(const std::string& path);
  template <class U>
  void put(U item) { clock_->tick(item); }

  struct Shelf {
    int row, column;
  };
  enum Kind { Small, Large };
  friend class Inspector;

 private:
  int limit_ = DEPOT_LIMIT;
  std::unique_ptr<Clock> clock_;
  Shelf shelf_;
};

template <typename T>
Depot<T>::~Depot() {}

template <typename T>
bool Depot<T>::operator==(const Depot& other) const {
  return limit_ == other.limit_;
}

template <>
int Depot<int>::weight() const {
  return Weighed::weight() + static_cast<int>(State::Full);
}

namespace {
int hidden(int a) { return a; }
}  // namespace

std::ostream& operator<<(std::ostream& out, const Weighed& item) {
  return out << item.weight();
}

void Yard::Gate::run(Clock* clock, Id id) {
  auto depot = std::make_unique<Depot<int>>(*clock);
  Clock local(1);
  auto fresh = new Parcel(id);
  depot->put(freight::yard::hidden(2));
  local.tick();
  fresh->send();
  for (const auto& item : depot->items()) item.go();
  if (std::getenv("DEPOT_KEY")) throw std::runtime_error("closed");
}

}  // namespace freight::yard

extern "C" {
int depot_open(const char* path);
}

class EXPORTED Crane final : public freight::Machine {
  void lift();
};

TEST_F(DepotTest, Opens) { EXPECT_EQ(depot_open("x"), 0); }

int main() {
  using namespace std;
  auto twice = [](int a) { return a + a; };
  return twice(1);
}
