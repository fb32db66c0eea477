"""Settings, urls, and what every app stands on: problems, parsers, strict serializers."""
