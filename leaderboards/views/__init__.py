"""The pages that join runs, players and boards."""
