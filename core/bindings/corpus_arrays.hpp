// A word-aligned bitext as Python hands it over.
#pragma once

#include <nanobind/stl/tuple.h>

#include <tuple>

#include "bindings/bind.hpp"
#include "grammar/index/aligned_corpus.hpp"

namespace dragoman::bindings {

using LinkArray =
    nb::ndarray<const std::uint16_t, nb::numpy, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
/// Words, offsets of lines, size of the vocabulary.
using SideArrays = std::tuple<Array<WordId>, Array<std::uint64_t>, std::size_t>;
/// Offsets of lines, rows (source, target).
using LinkArrays = std::tuple<Array<std::uint64_t>, LinkArray>;

inline grammar::CorpusSide side_of(const SideArrays& side) {
  return {view(std::get<0>(side)), view(std::get<1>(side)), std::get<2>(side)};
}

inline grammar::AlignedCorpus corpus_of(const SideArrays& source, const SideArrays& target,
                                        const LinkArrays& links) {
  const LinkArray& pairs = std::get<1>(links);
  return {side_of(source),
          side_of(target),
          {reinterpret_cast<const grammar::WordLink*>(pairs.data()), pairs.shape(0)},
          view(std::get<0>(links))};
}

}  // namespace dragoman::bindings
