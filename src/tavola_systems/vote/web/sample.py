"""Sample data: an allotment club with elections in every state."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

from tavola_systems.platform.demonstration import DEMO_PASSWORD
from tavola_systems.platform.system import Progress, Services
from tavola_systems.vote.command_model import CommandModel
from tavola_systems.vote.domain.election_rules import ElectionSettings
from tavola_systems.vote.domain.roles import Role
from tavola_systems.vote.web.accounts import service_of

__all__ = ["seed"]

OWNER, ORGANISER, VOTER = "Ada Lindgren", "Olga Petrova", "Vera Novak"
BOARD = "Chair of the allotment club 2026"
PARTY = "Where we hold the summer party"
TREASURER = "Treasurer 2026–2028"
COLOUR = "New colour of the clubhouse"
_MEMBERS = """\
Amira Haddad, Bartosz Zielinski, Carmen Ruiz, Dieter Vogel, Elif Kaya, Farid Rahimi, Greta
Holm, Hugo Lefevre, Ines Carvalho, Jonas Weber, Keiko Mori, Liam O'Brien, Maja Kovac, Nils
Berg, Oona Virtanen, Pavel Dvorak, Quentin Moreau, Rosa Lindqvist, Sami Nieminen, Tariq Aziz,
Ulla Schmidt, Viktor Ivanov, Wanda Nowak, Ximena Torres, Yara Mansour, Zoltan Szabo, Anneke de
Vries, Ben Adler, Chiara Rossi, Dmitri Orlov, Emma Larsen, Felix Braun, Giulia Conti, Hana
Suzuki, Ivan Petrov, Julia Wagner
"""
_MORE_FIRST = (
    *("Aida", "Boris", "Clara", "David", "Esra", "Filip", "Gabor", "Heidi", "Ilse", "Janek"),
    *("Karim", "Lena", "Milo", "Nora", "Olaf", "Petra", "Ravi", "Selma"),
)
_MORE_LAST = (
    *("Andersen", "Barros", "Cohen", "Dumont", "Eriksson", "Fischer", "Gallo", "Horvat", "Ito"),
    *("Jansen",),
)
_BALLOTS = 200
_CHAIR = (
    ("Rosa Lindqvist", "Plot 14. Led the water committee for three years."),
    ("Tariq Aziz", "Plot 3. Wants a tool library and longer opening hours."),
    ("Keiko Mori", "Plot 27. Keeps the bees; for wild corners on every plot."),
    ("Dieter Vogel", "Plot 8. Chair since 2019; for everything as it was."),
    ("Carmen Ruiz", "Plot 31. New here, and good with numbers."),
)
_PLACES = (
    ("The meadow by the pond", "Free, needs a permit by May."),
    ("The clubhouse", "Dry whatever comes; seats 60."),
    ("The old orchard", "Shade and apples; no electricity."),
    ("Riverside park", "20 minutes by bus."),
)
_TREASURERS = (
    ("Carmen Ruiz", "Accountant; would put the books online."),
    ("Nils Berg", "Treasurer of the choir for six years."),
    ("Ulla Schmidt", "Has audited us twice."),
)


def seed(services: Services, progress: Progress) -> None:
    """Write it, always the same."""
    service = service_of(services)
    commands = service.commands
    members = [" ".join(name.split()) for name in _MEMBERS.split(",")]
    others = [f"{first} {last}" for last in _MORE_LAST for first in _MORE_FIRST]
    others = others[: _BALLOTS - len(members)]
    total = len(members) + len(others) + _BALLOTS + 4
    commands.register(OWNER, "ada@example.com", DEMO_PASSWORD)
    commands.register(ORGANISER, "olga@example.com", DEMO_PASSWORD)
    commands.register(VOTER, "vera@example.com", DEMO_PASSWORD)
    commands.set_role(OWNER, VOTER, Role.VOTER)
    for number, name in enumerate([*members, *others], start=1):
        commands.admit(ORGANISER, name, f"{_address(name)}@example.com")
        progress(number, total)
    everybody = [VOTER, ORGANISER, *members]
    now = datetime.fromtimestamp(services.clock(), UTC)
    _chair(commands, everybody)
    begun = len(members) + len(others)
    for number in _party(commands, [*members, *others], now):
        progress(begun + number, total)
    _treasurer(commands, everybody, now)
    commands.create_election(
        ORGANISER, COLOUR, "The paint is there in three colours; the brushes are too."
    )
    commands.set_candidates(ORGANISER, COLOUR, ["Falun red", "Moss green", "Linen white"])
    progress(total, total)


def _address(name: str) -> str:
    return "".join(letter if letter.isalnum() else "." for letter in name.lower())


def _chair(commands: CommandModel, everybody: list[str]) -> None:
    """A secret election that is over."""
    commands.create_election(
        ORGANISER, BOARD, "Who speaks for us at the town hall for the next two years?"
    )
    commands.set_candidates(ORGANISER, BOARD, _CHAIR)
    commands.set_eligible_voters(ORGANISER, BOARD, everybody)
    commands.launch(ORGANISER, BOARD)
    draw = Random(2026)  # noqa: S311 - sample data
    names = [name for name, _ in _CHAIR]
    for voter in everybody[:-4]:
        weights = [draw.gauss(mean, 1.6) for mean in (0.6, 1.0, 0.9, 2.0, 1.9)]
        order = [name for _, name in sorted(zip(weights, names, strict=True))]
        shown = order[: draw.choice((3, 4, 5, 5))]
        rankings = [(name, rank) for rank, name in enumerate(shown, start=1)]
        commands.cast_ballot(voter, BOARD, rankings)
    commands.finalize(ORGANISER, BOARD)


def _party(commands: CommandModel, members: list[str], now: datetime) -> Iterator[int]:
    """An open election that goes on: 200 have voted, and two places are level."""
    commands.create_election(ORGANISER, PARTY, "27 June, from noon. Bring what you have grown.")
    commands.set_candidates(ORGANISER, PARTY, _PLACES)
    commands.set_eligible_voters(ORGANISER, PARTY, [VOTER, ORGANISER, *members])
    rules = ElectionSettings(secret_ballot=False, no_voting_after=now + timedelta(days=6))
    commands.update_election(ORGANISER, PARTY, rules)
    commands.launch(ORGANISER, PARTY, allow_edit=True)
    draw = Random(627)  # noqa: S311 - sample data
    meadow, clubhouse, orchard, park = (name for name, _ in _PLACES)
    for number, voter in enumerate(members, start=1):
        # Every second one turns the two round; the others come after or, now and then, before.
        order = [meadow, clubhouse] if number % 2 else [clubhouse, meadow]
        order.insert(draw.choice((0, 1, 2, 2, 2)), orchard)
        order.insert(draw.choice((0, 2, 3, 3, 3)), park)
        shown = [*order[:3], *(one for one in order[3:] if one in (meadow, clubhouse))]
        commands.cast_ballot(voter, PARTY, [(name, rank) for rank, name in enumerate(shown, 1)])
        yield number


def _treasurer(commands: CommandModel, everybody: list[str], now: datetime) -> None:
    """A secret election that goes on."""
    commands.create_election(
        ORGANISER, TREASURER, "The books, the rent of the plots, the bees' insurance."
    )
    commands.set_candidates(ORGANISER, TREASURER, _TREASURERS)
    commands.set_eligible_voters(ORGANISER, TREASURER, everybody)
    rules = ElectionSettings(no_voting_after=now + timedelta(days=13), confirmations="apart")
    commands.update_election(ORGANISER, TREASURER, rules)
    commands.launch(ORGANISER, TREASURER)
    draw = Random(31)  # noqa: S311 - sample data
    for voter in everybody[2:13]:
        names = [name for name, _ in _TREASURERS]
        draw.shuffle(names)
        commands.cast_ballot(voter, TREASURER, [(name, rank) for rank, name in enumerate(names, 1)])
