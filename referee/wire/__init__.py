"""The referee's JSON: requests read into the engine's values, and answers made of them.

Plain Python, like the engine. Each endpoint has a module with its request, its answer, and a
function `answer_…(request, translator)` from decoded JSON to JSON. Requests and answers are
`TypedDict`s whose notes say what a published schema says. What cannot be read raises
`referee.wire.reading.InvalidRequest`.
"""
