"""Events of a game sent to phones as they happen: streams over the stored log of events."""
