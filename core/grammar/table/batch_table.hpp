// A table of batches whose rules are in its order, put together by several threads.
//
//   BatchTable table;
//   for (const RuleBatch& batch : batches) table.add(batch);   // source sides ascend
//   RuleTableArrays arrays = table.finish(threads, monitor);
#pragma once

#include <cstddef>
#include <vector>

#include "common/parallel.hpp"
#include "grammar/table/rule_batch.hpp"

namespace dragoman::grammar {

class BatchTable {
 public:
  /// The batch must outlive the table.
  void add(const RuleBatch& batch);

  /// As RuleTableBuilder::finish(), which says what scores are raised to.
  RuleTableArrays finish(std::size_t threads, Monitor& monitor) const;

 private:
  /// How much comes before a batch.
  struct Place {
    std::size_t rules = 0, symbols = 0, links = 0, scores = 0, reordering = 0, counts = 0;
  };
  void copy(std::size_t number, RuleTableArrays& out) const;

  std::vector<const RuleBatch*> batches_;
  std::vector<Place> places_{Place()};  ///< the last one is the end
};

}  // namespace dragoman::grammar
