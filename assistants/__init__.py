"""For AI assistants: the API as tools, by the Model Context Protocol (MCP).

Each tool is a call or two of the API with the assistant's own access token, so that what it may do,
what is wrong with a request and what happens if it is repeated are decided there and nowhere else.
"""
