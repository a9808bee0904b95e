"""What every package uses: errors, warnings, progress, time, names that are imported when first asked for."""
