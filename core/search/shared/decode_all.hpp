// What every decoder does with sentences: checks them, and translates each on one of the threads.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "common/error.hpp"
#include "search/api/check_sentence.hpp"
#include "search/api/decoding.hpp"
#include "search/shared/sentence_pool.hpp"
#include "search/shared/several_references.hpp"

namespace dragoman::search {

/// Workers are made of a model and its layout; `check` throws what else is wrong with a sentence.
template <typename Worker, typename Model, typename Check>
std::vector<Translation> decode_all(const SentencePool<Worker>& pool, const Model& model,
                                    const FeatureLayout& layout,
                                    std::span<const Sentence> sentences,
                                    const DecodeRequest& request, Monitor& monitor, Check&& check) {
  if (!model.rule_features.empty() && request.rules == nullptr) {
    throw ConfigError("the model's rule features are missing");
  }
  if (!model.custom.empty() && request.features == nullptr) {
    throw ConfigError("the model's custom features are missing");
  }
  for (const Sentence& sentence : sentences) {
    check_sentence(sentence);
    check(sentence);
  }
  return pool.template run<Translation>(
      sentences, request.threads, monitor, [&] { return std::make_unique<Worker>(model, layout); },
      [&](Worker& worker, std::size_t i) {
        return translate_references(sentences[i], [&](const Sentence& sentence) {
          return worker.translate(sentence, i, request);
        });
      });
}

}  // namespace dragoman::search
