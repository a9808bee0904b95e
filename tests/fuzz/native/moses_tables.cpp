// Phrase tables and reordering tables of Moses, one after the other with a line "=" between them.
#include "grammar/moses/moses_reader.hpp"
#include "text.hpp"

namespace fuzz {

using namespace dragoman;

void use(std::string_view text) {
  grammar::MosesReader reader({.unescape = true});
  const std::size_t end = text.find("\n=\n");
  reader.open("phrases");
  reader.feed(text.substr(0, end));
  reader.close();
  if (end != std::string_view::npos) {
    reader.open_reordering("reordering");
    reader.feed(text.substr(end + 3));
    reader.close();
  }
  reader.finish();
}

}  // namespace fuzz
