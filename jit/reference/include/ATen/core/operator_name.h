#pragma once

#include <c10/util/Exception.h>

#include <ostream>
#include <string>

namespace c10 {

struct OperatorName {
  std::string name;          // "ns::base"
  std::string overload_name; // may be empty

  std::string getNamespace() const {
    const std::size_t colons = name.find("::");
    return colons == std::string::npos ? std::string() : name.substr(0, colons);
  }
  bool operator==(const OperatorName& other) const {
    return name == other.name && overload_name == other.overload_name;
  }
  bool operator<(const OperatorName& other) const {
    return name != other.name ? name < other.name : overload_name < other.overload_name;
  }
};

inline std::string toString(const OperatorName& op) {
  return op.overload_name.empty() ? op.name : op.name + "." + op.overload_name;
}
inline std::ostream& operator<<(std::ostream& out, const OperatorName& op) {
  return out << toString(op);
}

} // namespace c10
