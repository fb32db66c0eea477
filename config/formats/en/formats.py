DATE_FORMAT = "j F Y"  # "23 October 2026": the phones write days so, in every region
