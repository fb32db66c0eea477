"""Our HTTP framework code: problems, strict requests, typed answers, pages, throttling, caching."""
