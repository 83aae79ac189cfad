// Where and with what a call is made. Arguments are found by trying: what each may be is a short list,
// and the number of a candidate picks one of each.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace dispatchless_bench {

struct Choices {
  std::string device = "cpu";
  std::string mode = "inference";
  int64_t size = 1;
  int64_t candidate = 0;

  // One of N, by the next digit of the candidate's number.
  int64_t pick(int64_t n) {
    const int64_t picked = rest_ % n;
    rest_ /= n;
    return picked;
  }

  // Whether the candidate's number has more digits than there are choices.
  bool beyond() const { return rest_ > 0; }

  int64_t last() const { return shape_.back(); }

 protected:
  // Before a set of arguments is made.
  void start() {
    rest_ = candidate;
    const int64_t side = static_cast<int64_t>(std::sqrt(static_cast<double>(size)));
    const std::vector<int64_t> shapes[] = {
        {size}, {1, size}, {1, 1, size}, {side, side}, {1, 1, side, side}};
    shape_ = shapes[pick(5)];
  }

  // Of all tensors for which no other is given.
  std::vector<int64_t> shape_;

 private:
  int64_t rest_ = 0;
};

} // namespace dispatchless_bench
