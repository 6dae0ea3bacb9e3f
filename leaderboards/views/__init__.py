"""The pages that join runs, players and boards, and what these pages are made of."""
