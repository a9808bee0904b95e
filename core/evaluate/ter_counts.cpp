#include "evaluate/ter_counts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <tuple>

#include "common/error.hpp"

namespace dragoman::evaluate {
namespace {

constexpr int kMaxShiftSize = 10;
constexpr int kMaxShiftDistance = 50;
constexpr int kBeamWidth = 25;
constexpr int kMaxShiftCandidates = 1000;
constexpr int kInfinity = 1 << 29;  // a cell outside the beam

enum class Op : std::uint8_t { kUndefined, kKeep, kSubstitute, kInsert, kDelete };

using Words = std::vector<WordId>;

/// Edit distances from prefixes of a hypothesis to prefixes of the reference, inside a beam around
/// the diagonal. Row i belongs to the first i words of the hypothesis; all hypotheses tried against
/// one reference have the same length, so that equal prefixes have equal rows.
class EditMatrix {
 public:
  EditMatrix(std::size_t hypothesis, std::span<const WordId> reference)
      : reference_(reference),
        rows_(static_cast<int>(hypothesis)),
        columns_(static_cast<int>(reference.size())),
        costs_((hypothesis + 1) * (reference.size() + 1), kInfinity),
        ops_(costs_.size(), Op::kUndefined) {
    for (int j = 0; j <= columns_; ++j) {
      cost(0, j) = j;
      op(0, j) = Op::kInsert;
    }
    ratio_ = rows_ > 0 ? static_cast<double>(columns_) / rows_ : 1.0;
    beam_ = kBeamWidth;
    if (kBeamWidth < ratio_ / 2) beam_ = static_cast<int>(std::ceil(ratio_ / 2 + kBeamWidth));
  }

  /// Computes the rows after the first `known` words, which must be those of the last call.
  int fill(const Words& words, int known) {
    for (int i = known + 1; i <= rows_; ++i) {
      const int diagonal = static_cast<int>(std::floor(i * ratio_));
      const int low = std::max(0, diagonal - beam_);
      const int high = i == rows_ ? columns_ + 1 : std::min(columns_ + 1, diagonal + beam_);
      std::fill_n(&cost(i, 0), columns_ + 1, kInfinity);
      std::fill_n(&op(i, 0), columns_ + 1, Op::kUndefined);
      for (int j = low; j < high; ++j) fill_cell(words, i, j);
    }
    return cost(rows_, columns_);
  }

  /// Copies rows 0..count of another matrix of the same shape.
  void copy_rows(const EditMatrix& other, int count) {
    const auto cells = static_cast<std::size_t>(count + 1) * (columns_ + 1);
    std::copy_n(other.costs_.begin(), cells, costs_.begin());
    std::copy_n(other.ops_.begin(), cells, ops_.begin());
  }

  Op op_at(int i, int j) const { return ops_[static_cast<std::size_t>(i) * (columns_ + 1) + j]; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }

 private:
  int& cost(int i, int j) { return costs_[static_cast<std::size_t>(i) * (columns_ + 1) + j]; }
  Op& op(int i, int j) { return ops_[static_cast<std::size_t>(i) * (columns_ + 1) + j]; }

  void fill_cell(const Words& words, int i, int j) {
    if (j == 0) {
      cost(i, 0) = cost(i - 1, 0) + 1;
      op(i, 0) = Op::kDelete;
      return;
    }
    const bool same = words[i - 1] == reference_[j - 1];
    improve(i, j, cost(i - 1, j - 1) + (same ? 0 : 1), same ? Op::kKeep : Op::kSubstitute);
    improve(i, j, cost(i - 1, j) + 1, Op::kDelete);
    improve(i, j, cost(i, j - 1) + 1, Op::kInsert);
  }

  void improve(int i, int j, int value, Op how) {
    if (value < cost(i, j)) {
      cost(i, j) = value;
      op(i, j) = how;
    }
  }

  std::span<const WordId> reference_;
  int rows_, columns_;
  double ratio_ = 1;
  int beam_ = kBeamWidth;
  std::vector<int> costs_;
  std::vector<Op> ops_;
};

/// For every reference word the hypothesis word it is aligned to (-1: before the first), and which
/// words of either side take part in an edit.
struct Alignment {
  explicit Alignment(const EditMatrix& matrix)
      : to_hypothesis(matrix.columns()),
        hypothesis_wrong(matrix.rows()),
        reference_wrong(matrix.columns()) {
    int i = matrix.rows(), j = matrix.columns();
    while (i > 0 || j > 0) {
      const Op op = matrix.op_at(i, j);
      switch (op) {
        case Op::kKeep:
        case Op::kSubstitute:
          --i, --j;
          to_hypothesis[j] = i;
          hypothesis_wrong[i] = reference_wrong[j] = op == Op::kSubstitute;
          break;
        case Op::kInsert:
          --j;
          to_hypothesis[j] = i - 1;
          reference_wrong[j] = true;
          break;
        case Op::kDelete:
          --i;
          hypothesis_wrong[i] = true;
          break;
        case Op::kUndefined:
          throw Error("the best path of the edit distance left the beam");
      }
    }
  }

  std::vector<int> to_hypothesis;
  std::vector<bool> hypothesis_wrong, reference_wrong;
};

bool any(const std::vector<bool>& flags, int start, int length) {
  return std::find(flags.begin() + start, flags.begin() + start + length, true) !=
         flags.begin() + start + length;
}

/// Moves words[start, start + length) to before the word at `target` (counted as sacreBLEU does:
/// a target inside or right after the block counts from the block's new place).
void shift(const Words& words, int start, int length, int target, Words& out) {
  out = words;
  const auto at = [&](int i) { return out.begin() + i; };
  if (target < start) {
    std::rotate(at(target), at(start), at(start + length));
  } else {
    int end = target > start + length ? target : length + target;
    end = std::min(end, static_cast<int>(words.size()));
    std::rotate(at(start), at(start + length), at(end));
  }
}

struct BestShift {
  int gain = 0;
  Words words;
};

/// One step of the greedy search: the shift that lowers the edit distance most.
class ShiftSearch {
 public:
  ShiftSearch(Words words, std::span<const WordId> reference)
      : words_(std::move(words)),
        reference_(reference),
        base_(words_.size(), reference),
        trial_(words_.size(), reference) {}

  std::size_t run() {
    std::size_t shifts = 0;
    int distance = base_.fill(words_, 0);
    while (true) {
      BestShift best = step(distance);
      if (tried_ >= kMaxShiftCandidates || best.gain <= 0) break;
      ++shifts;
      words_ = std::move(best.words);
      distance = base_.fill(words_, 0);
    }
    return shifts + static_cast<std::size_t>(distance);
  }

 private:
  BestShift step(int distance) {
    const Alignment alignment(base_);
    trial_.copy_rows(base_, base_.rows());
    trial_words_ = words_;
    BestShift best;
    std::tuple<int, int, int, int> best_rank;
    bool found = false;
    const int hypothesis = static_cast<int>(words_.size());
    const int reference = static_cast<int>(reference_.size());
    for (int h = 0; h < hypothesis; ++h) {
      for (int r = 0; r < reference; ++r) {
        if (std::abs(r - h) > kMaxShiftDistance) continue;
        for (int length = 1; length <= kMaxShiftSize; ++length) {
          if (h + length > hypothesis || r + length > reference ||
              words_[h + length - 1] != reference_[r + length - 1]) {
            break;
          }
          const int target = alignment.to_hypothesis[r];
          if (!any(alignment.hypothesis_wrong, h, length) ||
              !any(alignment.reference_wrong, r, length) || (h <= target && target < h + length)) {
            continue;
          }
          int previous = -1;
          for (int offset = -1; offset < length; ++offset) {
            const int index = r + offset < 0 ? 0 : alignment.to_hypothesis[r + offset] + 1;
            if (index == previous) continue;
            previous = index;
            const std::tuple rank(distance - try_shift(h, length, index), length, -h, -index);
            ++tried_;
            if (!found || rank > best_rank) {
              found = true;
              best_rank = rank;
              best.gain = std::get<0>(rank);
              best.words = trial_words_;
            }
          }
          if (tried_ >= kMaxShiftCandidates) return best;
        }
      }
    }
    return best;
  }

  /// The edit distance after a shift; rows of the words that stay as in the last trial are reused.
  int try_shift(int start, int length, int target) {
    shift(words_, start, length, target, shifted_);
    const auto same = std::mismatch(shifted_.begin(), shifted_.end(), trial_words_.begin());
    const int known = static_cast<int>(same.first - shifted_.begin());
    trial_words_.swap(shifted_);
    return trial_.fill(trial_words_, known);
  }

  Words words_, trial_words_, shifted_;
  std::span<const WordId> reference_;
  EditMatrix base_, trial_;
  int tried_ = 0;
};

}  // namespace

std::size_t ter_edits(std::span<const WordId> hypothesis, std::span<const WordId> reference) {
  if (reference.empty()) return hypothesis.size();
  if (std::equal(hypothesis.begin(), hypothesis.end(), reference.begin(), reference.end())) {
    return 0;
  }
  return ShiftSearch(Words(hypothesis.begin(), hypothesis.end()), reference).run();
}

std::vector<double> ter_counts(const TextLists& candidates, const TextLists& references,
                               std::size_t threads, Monitor& monitor) {
  check_text_lists(candidates, references);
  std::vector<double> rows(candidates.texts() * 2);
  parallel_chunks(candidates.sentences(), threads, monitor, [&](std::size_t s, std::size_t) {
    const auto first = references.sentence[s], last = references.sentence[s + 1];
    double length = 0;
    for (auto r = first; r < last; ++r) length += static_cast<double>(references[r].size());
    for (auto t = candidates.sentence[s]; t < candidates.sentence[s + 1]; ++t) {
      std::size_t fewest = ter_edits(candidates[t], references[first]);
      for (auto r = first + 1; r < last; ++r) {
        fewest = std::min(fewest, ter_edits(candidates[t], references[r]));
      }
      rows[2 * t] = static_cast<double>(fewest);
      rows[2 * t + 1] = length / static_cast<double>(last - first);
    }
  });
  return rows;
}

}  // namespace dragoman::evaluate
