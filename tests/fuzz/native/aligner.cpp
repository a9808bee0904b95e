// The arrays of a word aligner: opened, and sentences aligned with them.
#include "align/aligner.hpp"

#include <algorithm>

#include "arrays.hpp"
#include "common/error.hpp"
#include "common/parallel.hpp"

namespace fuzz {

using namespace dragoman;
using namespace dragoman::align;

namespace {

Parameters parameters_of(const Arrays& arrays, const std::string& side) {
  Parameters found;
  found.null_probability = arrays.setting<double>(side + ".null_probability");
  found.tension = arrays.setting<double>(side + ".tension");
  const auto jumps = arrays.get<double>(side + ".jumps");
  if (jumps.size() != 2 * found.jumps[0].size()) throw ModelError("expected two rows of jumps");
  std::copy_n(jumps.begin(), found.jumps[0].size(), found.jumps[0].begin());
  std::copy_n(jumps.begin() + static_cast<std::ptrdiff_t>(found.jumps[0].size()),
              found.jumps[1].size(), found.jumps[1].begin());
  return found;
}

}  // namespace

void use(const Arrays& arrays) {
  const TranslationTable table{arrays.get<std::uint64_t>("rows"), arrays.get<WordId>("targets"),
                               arrays.get<Probabilities>("probabilities"),
                               arrays.get<double>("null_forward"),
                               arrays.get<double>("null_reverse")};
  table.check();
  const AlignerView view{Model::kHmm, table, parameters_of(arrays, "forward"),
                         parameters_of(arrays, "reverse")};
  const WordId source[] = {0, 1, 2, 3, kNoWord, 0}, target[] = {0, 1, 2, kNoWord, 3};
  const std::uint64_t source_offsets[] = {0, 4, 6}, target_offsets[] = {0, 5, 5};
  const Bitext bitext{{source, source_offsets}, {target, target_offsets}};
  bitext.check(table.source_words(), table.target_words(), true);
  Monitor monitor;
  for (const Model model : {Model::kIbm1, Model::kDiagonal, Model::kHmm}) {
    for (const Decoding decoding : {Decoding::kSupported, Decoding::kViterbi}) {
      AlignerView one = view;
      one.model = model;
      DecodingOptions options;
      options.decoding = decoding;
      align::align(one, bitext, nullptr, options, 1, monitor);
    }
  }
}

}  // namespace fuzz
