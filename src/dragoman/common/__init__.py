"""What every room uses: errors, files, progress, artifacts on disk."""
