"""What a webhook can be told of, in which form, and why it may not hear of it."""

from enum import StrEnum


class Kind(StrEnum):
    """What has happened. The names are those of messages, as Standard Webhooks write them."""

    ROUND_RECORDED = "round.recorded"
    GAME_OVER = "game.over"
    NIGHT_OVER = "night.over"
    RECORD_BROKEN = "record.broken"


class Failure(StrEnum):
    """Why an address has answered nothing."""

    ADDRESS_REFUSED = "address_refused"
    NO_ANSWER = "no_answer"
    NO_CONNECTION = "no_connection"
    CERTIFICATE = "certificate"


class Format(StrEnum):
    """What the address understands: facts, or the message of a service."""

    STANDARD = "standard"
    DISCORD = "discord"
    NTFY = "ntfy"
    HOME_ASSISTANT = "home_assistant"
