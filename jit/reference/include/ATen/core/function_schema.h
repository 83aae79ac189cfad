// c10::FunctionSchema, as far as the dispatcher needs it: the name, and for each argument and result
// its type text, name and whether it is written to.
#pragma once

#include <ATen/core/operator_name.h>
#include <c10/util/Sequence.h>


namespace c10 {

struct Argument {
  std::string type; // "Tensor", "Tensor(a!)", "SymInt[1]?"
  std::string name;
  std::string default_text; // empty: none
  bool kwarg_only = false;

  bool is_write() const { return type.find('!') != std::string::npos; }
  bool has_symint() const { return type.compare(0, 6, "SymInt") == 0; }
};

struct FunctionSchema {
  OperatorName operator_name;
  Sequence<Argument> arguments;
  Sequence<Argument> returns;
  std::string text;

  const std::string& name() const { return operator_name.name; }
  const std::string& overload_name() const { return operator_name.overload_name; }
};

inline std::ostream& operator<<(std::ostream& out, const FunctionSchema& schema) {
  return out << schema.text;
}

namespace schema_text {

inline std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  return first == std::string::npos
      ? std::string()
      : text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

// The text with every character inside brackets or quotes blanked by '.', so that separators can be
// searched for.
inline std::string top_level(const std::string& text) {
  std::string result = text;
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool closes = quote == 0 && (c == ')' || c == ']');
    depth -= closes ? 1 : 0;
    const bool inside = quote != 0 || depth > 0 || closes;
    if (quote != 0) {
      if (c == '\\' && i + 1 < text.size()) {
        result[i++] = '.';
      } else if (c == quote) {
        quote = 0;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(' || c == '[') {
      ++depth;
    }
    result[i] = inside ? '.' : result[i];
  }
  TORCH_CHECK(depth == 0 && quote == 0, "expected matching brackets and quotes in schema: ", text);
  return result;
}

inline Sequence<std::string> split_at_commas(const std::string& text) {
  Sequence<std::string> parts;
  const std::string outer = top_level(text);
  std::size_t start = 0;
  for (std::size_t comma; (comma = outer.find(',', start)) != std::string::npos; start = comma + 1) {
    parts.push_back(trimmed(text.substr(start, comma - start)));
  }
  const std::string last = trimmed(text.substr(start));
  if (!last.empty() || !parts.empty()) {
    parts.push_back(last);
  }
  return parts;
}

inline Argument parse_argument(const std::string& text, const std::string& schema) {
  const std::string outer = top_level(text);
  const std::size_t equals = outer.find('=');
  const std::size_t space = outer.rfind(' ', equals);
  TORCH_CHECK(space != std::string::npos, "expected a type and a name in argument '", text,
              "' of schema: ", schema);
  Argument argument;
  argument.type = trimmed(text.substr(0, space));
  argument.name = trimmed(text.substr(space + 1, equals == std::string::npos ? equals : equals - space - 1));
  argument.default_text = equals == std::string::npos ? "" : trimmed(text.substr(equals + 1));
  return argument;
}

} // namespace schema_text

// The schema that the text of `m.def` declares; a c10::Error says what is not understood.
inline FunctionSchema parse_schema(const std::string& text) {
  using namespace schema_text;
  const std::size_t open = text.find('(');
  const std::size_t arrow = text.rfind("->");
  TORCH_CHECK(open != std::string::npos && arrow != std::string::npos,
              "expected 'name(arguments) -> returns' but found schema: ", text);
  const std::size_t close = text.rfind(')', arrow);
  TORCH_CHECK(close != std::string::npos && close > open, "expected ')' in schema: ", text);
  FunctionSchema schema;
  schema.text = text;
  std::string name = trimmed(text.substr(0, open));
  const std::size_t dot = name.find('.');
  if (dot != std::string::npos) {
    schema.operator_name.overload_name = name.substr(dot + 1);
    TORCH_CHECK(!schema.overload_name().empty() && schema.overload_name() != "default",
                "bad overload name in schema: ", text);
    name.resize(dot);
  }
  TORCH_CHECK(!name.empty(), "expected a name in schema: ", text);
  schema.operator_name.name = name;
  bool kwarg_only = false;
  for (const std::string& part : split_at_commas(text.substr(open + 1, close - open - 1))) {
    if (part == "*") {
      kwarg_only = true;
      continue;
    }
    schema.arguments.push_back(parse_argument(part, text));
    schema.arguments.back().kwarg_only = kwarg_only;
  }
  std::string returns = trimmed(text.substr(arrow + 2));
  if (!returns.empty() && returns.front() == '(' && returns.back() == ')') {
    returns = returns.substr(1, returns.size() - 2);
  }
  for (const std::string& part : split_at_commas(returns)) {
    const std::size_t space = top_level(part).rfind(' ');
    Argument result;
    result.type = part.substr(0, space);
    result.name = space == std::string::npos ? "" : part.substr(space + 1);
    schema.returns.push_back(result);
  }
  return schema;
}

} // namespace c10
