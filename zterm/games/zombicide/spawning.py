"""Placing zombies (chapter 7, pages 17-18): miniatures, zombie cards, manholes, shortages, extra activations."""

from __future__ import annotations

from zterm.games.zombicide import activation
from zterm.games.zombicide import events as ev
from zterm.games.zombicide.play import Play, danger
from zterm.games.zombicide.points import ZOMBIES_DONE, settle, spawns_nothing
from zterm.games.zombicide.variants import chosen
from zterm.kernel.decision import Flow, decide

NEVER_SPAWNS = ("tower", "security", "gate")


def barren(t: Play, zone: str) -> bool:
    """Say whether no zombie ever appears in a zone, or none now (ZB-152, ZB-329, ZB-338, ZB-345)."""
    return t.board.zones[zone].kind in NEVER_SPAWNS or spawns_nothing(t, zone)


def twin(kind: str, like: str) -> str:
    """Give the kind of a type ("walker") in the species of another kind ("berserker_fatty") (ZB-117)."""
    species, _, _ = like.rpartition("_")
    return f"{species}_{kind}" if species else kind


def place(t: Play, zone: str, kind: str, count: int, why: str, rule: str, escort: bool = True) -> list[str]:
    """Put zombies of a kind on a zone with a Fatty's escort; return the kinds that ran out (ZB-110, ZB-232).

    An Abomination without a miniature becomes a Fatty with its Walkers (ZB-112), without an activation (ZB-236).
    """
    if kind.endswith("abomination"):
        there = min(count, t.state.pool.get(kind, 0))
        if there:
            put_down(t, zone, kind, there, why, rule)
        return place(t, zone, twin("fatty", kind), count - there, why, "ZB-112") if there < count else []
    short = put_down(t, zone, kind, count, why, rule)
    if escort and kind.endswith("fatty"):
        short += put_down(t, zone, twin("walker", kind), 2 * count, "escort", "ZB-222")
    return short


def put_down(t: Play, zone: str, kind: str, count: int, why: str, rule: str) -> list[str]:
    """Take miniatures from the pool to a zone, as many as there are; return the kind when they ran out."""
    pool = t.state.pool
    placed = min(count, pool.get(kind, 0))
    if placed:
        pool[kind] -= placed
        here = t.state.zombies.setdefault(zone, {})
        here[kind] = here.get(kind, 0) + placed
        t.emit(ev.ZombiesSpawned(rule, zone, kind, placed, why))
    if placed == count:
        return []
    t.emit(ev.PoolEmpty("ZB-232", kind, count - placed))
    return [kind]


def shortages(t: Play, kinds: list[str]) -> Flow[None]:
    """Give each kind (species and type) that ran out its extra activation (ZB-232, ZB-234, ZB-235)."""
    for kind in dict.fromkeys(kinds):
        yield from activation.extra(t, kind, "shortage", "ZB-232")


def draw_card(t: Play) -> str:
    """Draw a zombie card; an empty deck is made anew from the discards first (ZB-155, ZB-223). "" when none is left."""
    s = t.state
    if not s.zombie_deck:
        s.zombie_deck, s.zombie_discard = s.zombie_discard, []
        t.chance.shuffle(s.zombie_deck)
        if s.zombie_deck:
            t.emit(ev.DeckShuffled("ZB-223", "zombies"))
    if not s.zombie_deck:
        t.emit(ev.DeckEmpty("ZB-223", "zombies"))
        return ""
    t.reveal()
    return s.zombie_deck.pop(0)


def resolve_card(t: Play, card: str, zone: str, why: str, rule: str) -> Flow[None]:
    """Carry out a zombie card for a zone at the present danger level; a row may be empty (ZB-217, ZB-221 … ZB-226)."""
    if not card:
        return
    level = danger(t.state)
    row = t.box.zombie_cards[card].rows[level]
    t.emit(ev.ZombieCardDrawn(rule, card, zone, level))
    t.state.zombie_discard.append(card)
    if row.what == "spawn":
        yield from shortages(t, place(t, zone, row.zombie, row.count, why, rule))
    elif any(other.what == "extra" for other in t.box.zombie_cards[card].rows.values()):
        if row.what == "extra" or chosen(t.state.options, "zombie_link") == "always":
            yield from t.content.link(t)
        if row.what == "extra":
            yield from activation.extra(t, row.zombie, "card", "ZB-224")
    elif row.what == "manhole":
        short: list[str] = []
        tiles = occupied_tiles(t)
        for place_id, its in t.board.zones.items():
            near = not tiles.isdisjoint(its.tiles)
            holes = sum(1 for tile in its.manholes if (tile in tiles if tile else near))
            if chosen(t.state.options, "manholes") == "zone":
                holes = min(holes, 1)
            if holes and not barren(t, place_id):
                short += place(t, place_id, row.zombie, row.count * holes, "manhole", "ZB-226")
        yield from shortages(t, short)


def occupied_tiles(t: Play) -> set[str]:
    """Collect the tiles on which a survivor stands; a zone over several tiles counts for all (ZB-227)."""
    return {tile for who in t.state.standing() for tile in t.board.zones[who.zone].tiles}


def spawn_step(t: Play) -> Flow[None]:
    """Draw one card for the next active spawn zone, clockwise from the same one each round (ZB-044, ZB-217, ZB-218).

    Survivors there do not stop it, and nobody who comes acts now (ZB-231). A card dealt to a zone that has stopped
    since is discarded.
    """
    s = t.state
    names = list(s.spawns)
    if s.stage == 0:
        t.emit(ev.PhaseBegan("ZB-180", "spawn", s.turn))
        yield from distribute(t)
    while s.stage < len(names):
        name = names[s.stage]
        s.stage += 1
        if s.spawns[name].active and not barren(t, s.spawns[name].zone):
            card = s.dealt.pop(name, "") or draw_card(t)
            yield from resolve_card(t, card, s.spawns[name].zone, "card", "ZB-217")
            break
        if name in s.dealt:
            s.zombie_discard.append(s.dealt.pop(name))
    yield from settle(t)
    if s.stage >= len(names):
        for rule in ZOMBIES_DONE:
            yield from rule(t)
        s.phase, s.stage = "end", 0


def spawning(t: Play, card: str) -> bool:
    """Say whether a zombie card is no extra activation and no manhole card."""
    return all(row.what in ("spawn", "nothing") for row in t.box.zombie_cards[card].rows.values())


def distribute(t: Play) -> Flow[None]:
    """A Distributor may see all cards of the spawn step first and say which goes to which zone (ZB-380)."""
    s = t.state
    spawns = [name for name, spawn in s.spawns.items() if spawn.active and not barren(t, spawn.zone)]
    owner = next((who for who in s.standing() if "distributor" in who.skills), None)
    if owner is None or len(spawns) < 2:
        return
    ask = ["skill:distributor", "none"]
    if (yield decide("distribute", owner.player, ask, "ZB-380", owner.name)) == "none":
        return
    cards = [card for _ in spawns if (card := draw_card(t))]
    if chosen(s.options, "distributor") == "spawns":
        s.dealt = {name: card for name, card in zip(spawns, cards, strict=False) if not spawning(t, card)}
        spawns, cards = [name for name in spawns if name not in s.dealt], [card for card in cards if spawning(t, card)]
    while cards:
        options = [f"spawn:{card}:{name}" for card in cards for name in spawns]
        answer = yield decide("distribute", owner.player, options, "ZB-380", owner.name, about={"cards": cards})
        _, card, name = answer.split(":")
        cards.remove(card)
        spawns.remove(name)
        s.dealt[name] = card
