// The names by which Python calls the values of the core's enumerations, all in one place.
#pragma once

#include <array>
#include <concepts>
#include <string>
#include <string_view>
#include <utility>

#include "align/aligner.hpp"
#include "common/error.hpp"
#include "grammar/gappy_options.hpp"
#include "grammar/smoothing.hpp"
#include "search/chart/chart_settings.hpp"
#include "search/features/catalogue.hpp"
#include "search/features/cohesion.hpp"
#include "search/phrase/gaps/gap_features.hpp"
#include "search/shared/settings.hpp"
#include "search/treelet/treelet_settings.hpp"

namespace dragoman::bindings {

template <typename E, std::size_t N>
using NameTable = std::array<std::pair<std::string_view, E>, N>;

/// Specialised for every enumeration that Python knows.
template <typename E>
struct EnumNames {};

template <typename E>
concept FeatureEnum = requires { EnumNames<E>::kBlock; };
template <typename E>
concept NamedEnum = FeatureEnum<E> || requires { EnumNames<E>::kTable; };

template <>
struct EnumNames<search::Algorithm> {
  static constexpr NameTable<search::Algorithm, 3> kTable{
      {{"stack", search::Algorithm::kStack},
       {"cube", search::Algorithm::kCube},
       {"oriented", search::Algorithm::kOrientedCube}}};
};

template <>
struct EnumNames<search::ChartAlgorithm> {
  static constexpr NameTable<search::ChartAlgorithm, 3> kTable{
      {{"cube", search::ChartAlgorithm::kCube},
       {"guided", search::ChartAlgorithm::kGuided},
       {"grouped", search::ChartAlgorithm::kGrouped}}};
};

template <>
struct EnumNames<search::UnknownWords> {
  static constexpr NameTable<search::UnknownWords, 3> kTable{
      {{"copy", search::UnknownWords::kCopy},
       {"drop", search::UnknownWords::kDrop},
       {"mark", search::UnknownWords::kMark}}};
};

/// The names of features stand in their catalogue.
template <search::Block block>
struct FeatureNames {
  static constexpr search::Block kBlock = block;
};
template <>
struct EnumNames<search::CohesionFeature> : FeatureNames<search::Block::kCohesion> {};
template <>
struct EnumNames<search::SpanCohesion> : FeatureNames<search::Block::kCrossings> {};
template <>
struct EnumNames<search::GapFeature> : FeatureNames<search::Block::kGaps> {};

template <>
struct EnumNames<search::Constituents> {
  static constexpr NameTable<search::Constituents, 3> kTable{{{"hard", search::Constituents::kHard},
                                                              {"soft", search::Constituents::kSoft},
                                                              {"off", search::Constituents::kOff}}};
};

template <>
struct EnumNames<search::TreeletBeam> {
  static constexpr NameTable<search::TreeletBeam, 2> kTable{
      {{"words", search::TreeletBeam::kWords}, {"naive", search::TreeletBeam::kNaive}}};
};

template <>
struct EnumNames<grammar::OrientationModel> {
  static constexpr NameTable<grammar::OrientationModel, 4> kTable{
      {{"none", grammar::OrientationModel::kNone},
       {"wbe", grammar::OrientationModel::kWord},
       {"phrase", grammar::OrientationModel::kPhrase},
       {"hier", grammar::OrientationModel::kBlock}}};
};

template <>
struct EnumNames<grammar::Smoothing> {
  static constexpr NameTable<grammar::Smoothing, 3> kTable{
      {{"none", grammar::Smoothing::kNone},
       {"good-turing", grammar::Smoothing::kGoodTuring},
       {"kneser-ney", grammar::Smoothing::kKneserNey}}};
};

template <>
struct EnumNames<grammar::InverseScores> {
  static constexpr NameTable<grammar::InverseScores, 2> kTable{
      {{"lookup", grammar::InverseScores::kLookup}, {"sum", grammar::InverseScores::kSum}}};
};

template <>
struct EnumNames<align::Model> {
  static constexpr NameTable<align::Model, 3> kTable{{{"ibm1", align::Model::kIbm1},
                                                      {"hmm", align::Model::kHmm},
                                                      {"diagonal", align::Model::kDiagonal}}};
};

template <>
struct EnumNames<align::Order> {
  static constexpr NameTable<align::Order, 2> kTable{
      {{"moses", align::Order::kMoses}, {"atools", align::Order::kAtools}}};
};

template <>
struct EnumNames<align::Heuristic> {
  static constexpr NameTable<align::Heuristic, 8> kTable{
      {{"forward", align::Heuristic::kForward},
       {"reverse", align::Heuristic::kReverse},
       {"intersection", align::Heuristic::kIntersection},
       {"union", align::Heuristic::kUnion},
       {"grow", align::Heuristic::kGrow},
       {"grow-diag", align::Heuristic::kGrowDiag},
       {"grow-diag-final", align::Heuristic::kGrowDiagFinal},
       {"grow-diag-final-and", align::Heuristic::kGrowDiagFinalAnd}}};
};

/// The value of this name; a ConfigError that names the option if there is none.
template <NamedEnum E>
E parse_enum(const char* option, std::string_view name) {
  if constexpr (FeatureEnum<E>) {
    return static_cast<E>(search::place_in(EnumNames<E>::kBlock, name));
  } else {
    std::string known;
    for (const auto& [word, value] : EnumNames<E>::kTable) {
      if (word == name) return value;
      known += (known.empty() ? "" : ", ") + std::string(word);
    }
    throw ConfigError(std::string(option) + ": there is no '" + std::string(name) +
                      "' (there are " + known + ")");
  }
}

template <NamedEnum E>
std::string enum_name(E value) {
  if constexpr (FeatureEnum<E>) {
    return search::names_of(EnumNames<E>::kBlock).at(static_cast<std::size_t>(value));
  } else {
    for (const auto& [word, known] : EnumNames<E>::kTable) {
      if (known == value) return std::string(word);
    }
    throw ConfigError("a value of an enumeration has no name");
  }
}

}  // namespace dragoman::bindings
