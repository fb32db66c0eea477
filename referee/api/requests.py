from referee.wire.tally import MAX_POINTS

__all__ = ["MAX_POINTS"]
