DATE_FORMAT = "j F Y"  # "23 October 2026": phones write days like this in every region
