"""The closed lists of words on the wire; the schema names its enums after these."""

from referee.cards import Color
from referee.editions import EDITIONS
from referee.kinds import KindName
from referee.rulings.problems import RuleCode
from referee.solver.turn import Action

EDITION_CHOICES = [(slug, slug) for slug in EDITIONS]
KIND_CHOICES = [(kind.value, kind.value) for kind in KindName]
COLOR_CHOICES = [(color.value, color.value) for color in Color]
ACTION_CHOICES = [(action.value, action.value) for action in Action]
CODE_CHOICES = [(code.value, code.value) for code in RuleCode]
