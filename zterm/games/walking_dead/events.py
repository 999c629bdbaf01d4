"""What can happen in The Walking Dead: typed facts, put into words by the message catalogue.

``rule`` is the id of the rule that caused the event. Nothing hidden is in an event: cards drawn are counted, not named.
"""

from __future__ import annotations

from msgspec import field

from zterm.kernel.decision import Event


class OrderRolled(Event, frozen=True, tag="order_rolled"):
    """A player rolled for who begins."""

    survivor: str
    face: int


class FirstPlayer(Event, frozen=True, tag="first_player"):
    """It is settled who begins."""

    survivor: str


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """Somebody's turn begins; ``side`` is survivors or zombies."""

    survivor: str
    side: str
    turn: int


class TurnLost(Event, frozen=True, tag="turn_lost"):
    """A survivor loses the turn."""

    survivor: str


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """Somebody's turn is over; ``again`` says that the same one takes another."""

    survivor: str
    again: bool


class MoveRolled(Event, frozen=True, tag="move_rolled"):
    """A movement die: the face, and the spaces it makes."""

    survivor: str
    face: int
    spaces: int


class Moved(Event, frozen=True, tag="moved"):
    """A figure went, or was sent, from one space to another; ``why`` is move, zombie, ride, card or ability."""

    survivor: str
    start: str = field(name="from")
    to: str
    path: tuple[str, ...] = ()
    why: str = "move"


class CardsDrawn(Event, frozen=True, tag="cards_drawn"):
    """Somebody drew cards of a deck (scrounge or zombies); none of an empty one."""

    survivor: str
    deck: str
    count: int


class DeckEmpty(Event, frozen=True, tag="deck_empty"):
    """A deck had no card to draw."""

    survivor: str
    deck: str


class DeckShuffled(Event, frozen=True, tag="deck_shuffled"):
    """Cards were shuffled into a deck, or its discards became a new one."""

    deck: str
    count: int


class EncounterDrawn(Event, frozen=True, tag="encounter_drawn"):
    """An Encounter lies face up."""

    survivor: str
    card: str
    strength: int


class EncounterCancelled(Event, frozen=True, tag="encounter_cancelled"):
    """An Encounter was discarded unresolved, and by what."""

    survivor: str
    card: str
    by: str


class EncounterResolved(Event, frozen=True, tag="encounter_resolved"):
    """An Encounter is settled."""

    survivor: str
    card: str


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A Scrounge card was played, in one's own fight or for another survivor (``target``)."""

    survivor: str
    card: str
    target: str = ""


class CardReturned(Event, frozen=True, tag="card_returned"):
    """A played Scrounge card went back to the hand."""

    survivor: str
    card: str


class CardDiscarded(Event, frozen=True, tag="card_discarded"):
    """A card was discarded from a hand or from before somebody."""

    survivor: str
    card: str


class CardShown(Event, frozen=True, tag="card_shown"):
    """A player showed a card of his hand to all."""

    survivor: str
    card: str


class CardGiven(Event, frozen=True, tag="card_given"):
    """Scrounge cards went from hand to hand, unseen by the others."""

    survivor: str
    to: str
    count: int = 1


class ZombieCardPlayed(Event, frozen=True, tag="zombie_card_played"):
    """A zombie played a card, on a survivor if it has a target."""

    survivor: str
    card: str
    target: str = ""
    strength: int = 0


class FrenzyCancelled(Event, frozen=True, tag="frenzy_cancelled"):
    """All Frenzy of this turn counts for nothing."""

    survivor: str


class FightRolled(Event, frozen=True, tag="fight_rolled"):
    """A fight die: face, all bonuses, total against Strength."""

    survivor: str
    face: int
    bonus: int
    total: int
    strength: int


class FightWon(Event, frozen=True, tag="fight_won"):
    """A survivor won a fight; ``face`` is 0 without a roll."""

    survivor: str
    card: str
    face: int
    total: int
    strength: int


class FightLost(Event, frozen=True, tag="fight_lost"):
    """A survivor lost a fight."""

    survivor: str
    card: str
    face: int
    total: int
    strength: int


class Bitten(Event, frozen=True, tag="bitten"):
    """A survivor was bitten."""

    survivor: str
    by: str


class BitePrevented(Event, frozen=True, tag="bite_prevented"):
    """A bite was averted by a card of somebody."""

    survivor: str
    by: str
    card: str


class AlliesGained(Event, frozen=True, tag="allies_gained"):
    """Allies came from the pool; 0 when it is empty."""

    survivor: str
    count: int


class AlliesReturned(Event, frozen=True, tag="allies_returned"):
    """Allies went back to the pool."""

    survivor: str
    count: int


class AlliesLost(Event, frozen=True, tag="allies_lost"):
    """Allies were removed from the game."""

    survivor: str
    count: int


class SurvivorKilled(Event, frozen=True, tag="survivor_killed"):
    """A survivor died; ``turns`` says that he will come back as a zombie."""

    survivor: str
    by: str
    turns: bool


class SurvivorRose(Event, frozen=True, tag="survivor_rose"):
    """A dead survivor is a zombie now."""

    survivor: str
    space: str


class ZombieKilled(Event, frozen=True, tag="zombie_killed"):
    """A zombie player's figure was killed and is off the board."""

    survivor: str
    by: str


class ZombieReturned(Event, frozen=True, tag="zombie_returned"):
    """A zombie came up in a sewer."""

    survivor: str
    space: str


class TeamsFormed(Event, frozen=True, tag="teams_formed"):
    """Badges are dealt: it is team against team now."""

    survivors: tuple[str, ...]
    zombies: tuple[str, ...]


class TileTaken(Event, frozen=True, tag="tile_taken"):
    """A survivor got a Location tile."""

    survivor: str
    tile: str


class TilesPassed(Event, frozen=True, tag="tiles_passed"):
    """The tiles of a dead survivor went to the other one."""

    survivor: str
    to: str
    tiles: tuple[str, ...]


class AbilityUsed(Event, frozen=True, tag="ability_used"):
    """A character's ability was used."""

    survivor: str
    ability: str
    target: str = ""


class MatchOver(Event, frozen=True, tag="match_over"):
    """The match ended."""

    outcome: str
    reason: str
