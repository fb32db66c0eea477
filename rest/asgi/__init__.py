"""The way of a request: read without a thread, answered once in a thread, sent without one."""
