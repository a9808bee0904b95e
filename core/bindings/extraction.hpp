// A whole rule table from a bitext, by any method of extraction.
#pragma once

#include <string>

#include "bindings/corpus_arrays.hpp"
#include "bindings/rule_arrays.hpp"
#include "grammar/extract/lexicon.hpp"

namespace dragoman::bindings {

/// What of a call does not depend on the method.
struct ExtractionCall {
  const SideArrays& source;
  const SideArrays& target;
  const LinkArrays& links;
  const std::string& directory;
  const std::string& path;
  std::size_t threads;
  nb::object progress;
};

/// Checks the bitext, counts its lexicon and extracts.
template <typename Options, typename Extract>
ArrayDict extracted(ExtractionCall call, Options options, const grammar::RuleTableWidths& widths,
                    Extract extract) {
  options.threads = call.threads;
  options.directory = call.directory;
  const grammar::AlignedCorpus corpus = corpus_of(call.source, call.target, call.links);
  PythonMonitor monitor(std::move(call.progress));
  grammar::RuleTableArrays arrays;
  {
    nb::gil_scoped_release release;
    check(corpus, call.path);
    const grammar::Lexicon lexicon(corpus, monitor);
    arrays = extract(corpus, lexicon, options, monitor);
  }
  return to_dict(std::move(arrays), widths);
}

}  // namespace dragoman::bindings
