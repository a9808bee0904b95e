// The names by which Python calls the values of the core's enumerations, all in one place.
#pragma once

#include <array>
#include <concepts>
#include <string>
#include <string_view>
#include <utility>

#include "align/aligner.hpp"
#include "common/error.hpp"
#include "grammar/extract/smoothing.hpp"
#include "grammar/suffix/gappy_options.hpp"
#include "grammar/treelet/gamma.hpp"
#include "search/api/catalogue.hpp"
#include "search/chart/chart_settings.hpp"
#include "search/phrase/gaps/gap_features.hpp"
#include "search/phrase/phrase_settings.hpp"
#include "search/shared/cohesion_settings.hpp"
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
struct EnumNames<search::phrase::Algorithm> {
  static constexpr NameTable<search::phrase::Algorithm, 3> kTable{
      {{"stack", search::phrase::Algorithm::kStack},
       {"cube", search::phrase::Algorithm::kCube},
       {"oriented", search::phrase::Algorithm::kOrientedCube}}};
};

template <>
struct EnumNames<search::chart::ChartAlgorithm> {
  static constexpr NameTable<search::chart::ChartAlgorithm, 2> kTable{
      {{"cube", search::chart::ChartAlgorithm::kCube},
       {"guided", search::chart::ChartAlgorithm::kGuided}}};
};

template <>
struct EnumNames<search::UnknownWords> {
  static constexpr NameTable<search::UnknownWords, 3> kTable{
      {{"copy", search::UnknownWords::kCopy},
       {"drop", search::UnknownWords::kDrop},
       {"mark", search::UnknownWords::kMark}}};
};

template <>
struct EnumNames<search::Block> {
  static constexpr NameTable<search::Block, search::kBlocks> kTable{
      {{"language models", search::Block::kLanguageModels},
       {"columns", search::Block::kColumns},
       {"penalties", search::Block::kPenalties},
       {"distortion", search::Block::kDistortion},
       {"reordering", search::Block::kReordering},
       {"cohesion", search::Block::kCohesion},
       {"gaps", search::Block::kGaps},
       {"crossings", search::Block::kCrossings},
       {"lattice", search::Block::kLattice},
       {"arity", search::Block::kArity},
       {"glue", search::Block::kGlue},
       {"treelets", search::Block::kTreelets},
       {"operations", search::Block::kOperations},
       {"rule features", search::Block::kRuleFeatures},
       {"custom", search::Block::kCustom}}};
};

/// The names of features stand in their catalogue.
template <search::Block block>
struct FeatureNames {
  static constexpr search::Block kBlock = block;
};
template <>
struct EnumNames<search::CohesionFeature> : FeatureNames<search::Block::kCohesion> {};
template <>
struct EnumNames<search::phrase::GapFeature> : FeatureNames<search::Block::kGaps> {};

template <>
struct EnumNames<search::OrientationOf> {
  static constexpr NameTable<search::OrientationOf, 3> kTable{
      {{"phrase", search::OrientationOf::kPhrase},
       {"block", search::OrientationOf::kBlock},
       {"pieces", search::OrientationOf::kPieces}}};
};

template <>
struct EnumNames<search::phrase::GapDistortion> {
  static constexpr NameTable<search::phrase::GapDistortion, 2> kTable{
      {{"source", search::phrase::GapDistortion::kSource},
       {"target", search::phrase::GapDistortion::kTarget}}};
};

template <>
struct EnumNames<search::treelet::Constituents> {
  static constexpr NameTable<search::treelet::Constituents, 3> kTable{
      {{"hard", search::treelet::Constituents::kHard},
       {"soft", search::treelet::Constituents::kSoft},
       {"off", search::treelet::Constituents::kOff}}};
};

template <>
struct EnumNames<search::treelet::TreeletBeam> {
  static constexpr NameTable<search::treelet::TreeletBeam, 2> kTable{
      {{"words", search::treelet::TreeletBeam::kWords},
       {"naive", search::treelet::TreeletBeam::kNaive}}};
};

template <>
struct EnumNames<search::treelet::TreeletEstimate> {
  static constexpr NameTable<search::treelet::TreeletEstimate, 2> kTable{
      {{"trees", search::treelet::TreeletEstimate::kTrees},
       {"phrases", search::treelet::TreeletEstimate::kPhrases}}};
};

template <>
struct EnumNames<treelet::GammaTemplate> {
  static constexpr NameTable<treelet::GammaTemplate, 2> kTable{
      {{"clause", treelet::GammaTemplate::kClause}, {"role", treelet::GammaTemplate::kRole}}};
};

template <>
struct EnumNames<grammar::OrientationModel> {
  static constexpr NameTable<grammar::OrientationModel, 5> kTable{
      {{"none", grammar::OrientationModel::kNone},
       {"wbe", grammar::OrientationModel::kWord},
       {"phrase", grammar::OrientationModel::kPhrase},
       {"hier", grammar::OrientationModel::kBlock},
       {"pieces", grammar::OrientationModel::kPieces}}};
};

template <>
struct EnumNames<grammar::GapOrientation> {
  static constexpr NameTable<grammar::GapOrientation, 2> kTable{
      {{"piece", grammar::GapOrientation::kPiece}, {"phrase", grammar::GapOrientation::kPhrase}}};
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
  static constexpr NameTable<grammar::InverseScores, 3> kTable{
      {{"lookup", grammar::InverseScores::kLookup},
       {"sum", grammar::InverseScores::kSum},
       {"counts", grammar::InverseScores::kCounts}}};
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
