#include "align/grid.hpp"

#include <algorithm>
#include <cmath>

#include "align/translation_table.hpp"

namespace dragoman::align {

void Statistics::add(const Statistics& other) {
  log_likelihood += other.log_likelihood;
  words += other.words;
  aligned += other.aligned;
  feature += other.feature;
  for (std::size_t c = 0; c < other.jumps.size(); ++c) {
    for (std::size_t d = 0; d < kJumps; ++d) {
      jumps[c][d] += other.jumps[c][d];
      exposure[c][d] += other.exposure[c][d];
    }
  }
}

void Grid::resize(std::size_t new_rows, std::size_t new_columns) {
  rows = new_rows;
  columns = new_columns;
  lexical.resize(rows * columns);
  posterior.resize(rows * columns);
  null_lexical.resize(rows);
  null_posterior.resize(rows);
}

void expect_ibm1(Grid& grid, Statistics& statistics) {
  const double prior = 1.0 / static_cast<double>(grid.columns + 1);
  for (std::size_t j = 0; j < grid.rows; ++j) {
    const double* lexical = grid.lexical.data() + j * grid.columns;
    double* posterior = grid.posterior.data() + j * grid.columns;
    double sum = grid.null_lexical[j];
    for (std::size_t i = 0; i < grid.columns; ++i) sum += lexical[i];
    const double scale = 1.0 / sum;
    for (std::size_t i = 0; i < grid.columns; ++i) posterior[i] = lexical[i] * scale;
    grid.null_posterior[j] = grid.null_lexical[j] * scale;
    statistics.log_likelihood += std::log(sum * prior);
    statistics.aligned += 1 - grid.null_posterior[j];
  }
  statistics.words += static_cast<double>(grid.rows);
}

void viterbi_ibm1(const Grid& grid, std::vector<std::int32_t>& best) {
  best.assign(grid.rows, kNull);
  for (std::size_t j = 0; j < grid.rows; ++j) {
    double highest = grid.null_lexical[j];
    for (std::size_t i = 0; i < grid.columns; ++i) {
      if (grid.lexical[j * grid.columns + i] > highest) {
        highest = grid.lexical[j * grid.columns + i];
        best[j] = static_cast<std::int32_t>(i);
      }
    }
  }
}

namespace {

/// exp(-tension * |i/I - j/J|) for all i and j, without computing an exponential for each pair:
/// with x = i/I and y = j/J it is the smaller of exp(-tension (x - y)) and exp(-tension (y - x)).
class DiagonalPrior {
 public:
  DiagonalPrior(double tension, std::size_t rows, std::size_t columns)
      : column_(columns), inverse_column_(columns), row_(rows), inverse_row_(rows) {
    fill(tension, column_, inverse_column_);
    fill(tension, row_, inverse_row_);
  }

  /// Writes the weights of row j and returns their sum.
  double weights(std::size_t j, std::vector<double>& out) const {
    double sum = 0;
    for (std::size_t i = 0; i < column_.size(); ++i) {
      out[i] = std::min(column_[i] * inverse_row_[j], inverse_column_[i] * row_[j]);
      sum += out[i];
    }
    return sum;
  }

 private:
  static void fill(double tension, std::vector<double>& up, std::vector<double>& down) {
    for (std::size_t k = 0; k < up.size(); ++k) {
      const double x = static_cast<double>(k + 1) / static_cast<double>(up.size());
      up[k] = std::exp(tension * x);
      down[k] = std::exp(-tension * x);
    }
  }
  std::vector<double> column_, inverse_column_, row_, inverse_row_;
};

double distance(std::size_t i, std::size_t columns, std::size_t j, std::size_t rows) {
  return std::abs(static_cast<double>(i + 1) / static_cast<double>(columns) -
                  static_cast<double>(j + 1) / static_cast<double>(rows));
}

}  // namespace

void expect_diagonal(const Parameters& parameters, Grid& grid, Statistics& statistics) {
  const DiagonalPrior prior(parameters.tension, grid.rows, grid.columns);
  std::vector<double> weights(grid.columns);
  for (std::size_t j = 0; j < grid.rows; ++j) {
    const double* lexical = grid.lexical.data() + j * grid.columns;
    double* posterior = grid.posterior.data() + j * grid.columns;
    const double share = (1 - parameters.null_probability) / prior.weights(j, weights);
    const double null = parameters.null_probability * grid.null_lexical[j];
    double sum = null;
    for (std::size_t i = 0; i < grid.columns; ++i) {
      posterior[i] = lexical[i] * weights[i] * share;
      sum += posterior[i];
    }
    const double scale = 1.0 / sum;
    double feature = 0;
    for (std::size_t i = 0; i < grid.columns; ++i) {
      posterior[i] *= scale;
      feature += posterior[i] * distance(i, grid.columns, j, grid.rows);
    }
    grid.null_posterior[j] = null * scale;
    statistics.feature += feature;
    statistics.log_likelihood += std::log(sum);
    statistics.aligned += 1 - grid.null_posterior[j];
  }
  statistics.words += static_cast<double>(grid.rows);
}

void viterbi_diagonal(const Parameters& parameters, const Grid& grid,
                      std::vector<std::int32_t>& best) {
  const DiagonalPrior prior(parameters.tension, grid.rows, grid.columns);
  std::vector<double> weights(grid.columns);
  best.assign(grid.rows, kNull);
  for (std::size_t j = 0; j < grid.rows; ++j) {
    const double share = (1 - parameters.null_probability) / prior.weights(j, weights);
    double highest = parameters.null_probability * grid.null_lexical[j];
    for (std::size_t i = 0; i < grid.columns; ++i) {
      const double value = grid.lexical[j * grid.columns + i] * weights[i] * share;
      if (value > highest) {
        highest = value;
        best[j] = static_cast<std::int32_t>(i);
      }
    }
  }
}

double diagonal_feature(double tension, std::size_t rows, std::size_t columns) {
  const DiagonalPrior prior(tension, rows, columns);
  std::vector<double> weights(columns);
  double total = 0;
  for (std::size_t j = 0; j < rows; ++j) {
    const double sum = prior.weights(j, weights);
    double feature = 0;
    for (std::size_t i = 0; i < columns; ++i) {
      feature += weights[i] * distance(i, columns, j, rows);
    }
    total += feature / sum;
  }
  return total;
}

void expect(Model model, const Parameters& parameters, Grid& grid, Hmm& hmm,
            Statistics& statistics) {
  switch (model) {
    case Model::kIbm1:
      return expect_ibm1(grid, statistics);
    case Model::kDiagonal:
      return expect_diagonal(parameters, grid, statistics);
    case Model::kHmm:
      return hmm.expect(parameters, grid, statistics);
  }
}

void posteriors(Model model, const Parameters& parameters, Grid& grid, Hmm& hmm) {
  if (model == Model::kHmm) return hmm.posteriors(parameters, grid);
  Statistics ignored;
  expect(model, parameters, grid, hmm, ignored);
}

}  // namespace dragoman::align
