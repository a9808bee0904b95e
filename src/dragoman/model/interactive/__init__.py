"""Translation with a person who types: completions, the forests behind them, calibrated confidences."""
