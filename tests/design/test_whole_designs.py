"""Whole designs, of both layouts, and the whole schemas that they compile to."""

from __future__ import annotations

from tavola.design.schema import (
    CollectionSchema,
    Design,
    FieldSchema,
    IndexSchema,
    IterationSchema,
    KeyPair,
    ModelSchema,
    PatternSchema,
    PhysicalIndex,
    TableSettings,
    UniqueSchema,
)
from tavola.keys import Placeholder, Template
from tests.design.conftest import Load

TEMPLATES = """
    name: arcade
    json: camelCase
    table:
      name: arcade-data
      typeAttribute: kind
      indexes:
        GSI1: {partitionKey: G1, sortKey: S1}
        GSI2: {partitionKey: score}
        LSI1: {local: true, sortKey: L1}
        ITER: {partitionKey: IPK, projection: keysOnly}
    models:
      Game:
        description: One game.
        mixin: arcade.games:GameMethods
        type: GAME
        iterationBuckets: 20
        formerIterationBuckets: 5
        fields:
          gameId: {type: UlidField, autoAssign: true}
          playerName: {type: StringField}
          number: {type: IntegerField}
          madeAt: {type: CreateDateField, storage: iso}
          score: {type: StringField}
          place: {type: MapField, fields: {inHall: {type: StringField}}}
          hits: {type: CounterField}
          version: {type: VersionField}
          ttl: {type: TtlField}
        key: {PK: "GAME#{playerName:raw}#{number:04d}", SK: "{gameId}#G"}
        indexes:
          own: primaryKey
          byMonth:
            {index: GSI1, G1: "M#{madeAt:%Y-%m}#{gameId:shard:4}", S1: "{madeAt}", formerShards: 6}
          byScore: {index: GSI2}
          local: {index: LSI1, L1: "{place.inHall}"}
        uniqueConstraints:
          uniqueScore: {fields: [score, number], while: {playerName: {$exists: true}}}
        iteration: {index: ITER, IPK: "GAMES#{bucket:02d}"}
      Hall:
        tableType: mapping
        fields: {name: {type: StringField, defaultValue: main}, score: {type: StringField}}
        key: {PK: HALL, SK: "{name}"}
    accessPatterns:
      topGames:
        {model: Game, query: byScore, given: {score: {equals: high}}, only: [number],
         filter: {number: {$gt: 3}}, limit: 5, descending: true, maxCapacity: 100,
         maxReads: 3, maxItems: 4, description: The best.}
    collections:
      hallFile: {models: [Hall], PK: HALL, SK: {from: "A", to: "B"}}
    """
MANAGED = """
    table: {tenancy: required}
    models:
      User:
        modelPrefix: u
        iterationBuckets: 1
        fields:
          userId: {type: UlidField, autoAssign: true}
          email: {type: StringField}
          age: {type: IntegerField}
          bornAt: {type: DateTimeField}
        primaryKey: {partitionKey: userId}
        indexes:
          byAge: {partitionKey: modelPrefix, sortKey: age, indexId: gsi2}
          own: primaryKey
        uniqueConstraints:
          uniqueEmail: {fields: [email, age, bornAt], uniqueConstraintId: uc2}
      Setting:
        modelPrefix: s
        tenancy: none
        fields: {name: {type: StringField}, at: {type: DateTimeField}}
        primaryKey: {partitionKey: modelPrefix, sortKey: name}
        indexes: {byDate: {partitionKey: name, sortKey: at, indexId: gsi1}}
    """


def test_a_design_of_key_templates_is_compiled_whole(load: Load) -> None:
    assert load(TEMPLATES) == Design(
        name="Arcade",
        layout="templates",
        table=TableSettings(
            name="arcade-data",
            type_attribute="kind",
            ttl_attribute="ttl",
            indexes=(
                PhysicalIndex(name="GSI1", partition_key="G1", sort_key="S1"),
                PhysicalIndex(name="GSI2", partition_key="score"),
                PhysicalIndex(name="LSI1", partition_key="PK", sort_key="L1", is_local=True),
                PhysicalIndex(name="ITER", partition_key="IPK", projection="keysOnly"),
            ),
        ),
        models={
            "Game": ModelSchema(
                name="Game",
                handle="game",
                fields={
                    "gameId": FieldSchema(
                        name="gameId",
                        python_name="game_id",
                        type="UlidField",
                        auto_assign=True,
                        json_name="gameId",
                    ),
                    "playerName": FieldSchema(
                        name="playerName",
                        python_name="player_name",
                        type="StringField",
                        required=True,
                        json_name="playerName",
                    ),
                    "number": FieldSchema(
                        name="number", python_name="number", type="IntegerField", required=True
                    ),
                    "madeAt": FieldSchema(
                        name="madeAt",
                        python_name="made_at",
                        type="CreateDateField",
                        storage="iso",
                        json_name="madeAt",
                    ),
                    "score": FieldSchema(
                        name="score", python_name="score", type="StringField", min_length=1
                    ),
                    "place": FieldSchema(
                        name="place",
                        python_name="place",
                        type="MapField",
                        members=(
                            FieldSchema(
                                name="inHall",
                                python_name="in_hall",
                                type="StringField",
                                json_name="inHall",
                            ),
                        ),
                        class_name="GamePlace",
                    ),
                    "hits": FieldSchema(name="hits", python_name="hits", type="CounterField"),
                    "version": FieldSchema(
                        name="version", python_name="version", type="VersionField"
                    ),
                    "ttl": FieldSchema(
                        name="ttl", python_name="ttl", type="TtlField", storage="epochSeconds"
                    ),
                },
                key=KeyPair(
                    partition_attribute="PK",
                    partition=Template(
                        parts=(
                            "GAME#",
                            Placeholder(field="playerName", form="raw:#"),
                            "#",
                            Placeholder(field="number", form="int:4"),
                        )
                    ),
                    sort_attribute="SK",
                    sort=Template(parts=(Placeholder(field="gameId", escaped="%#"), "#G")),
                ),
                primary_id=Template(
                    parts=(
                        Placeholder(field="playerName", escaped="%#"),
                        "#",
                        Placeholder(field="number", form="int:4"),
                        "#",
                        Placeholder(field="gameId"),
                    )
                ),
                indexes={
                    "own": IndexSchema(
                        name="own",
                        python_name="own",
                        key=KeyPair(
                            partition_attribute="PK",
                            partition=Template(
                                parts=(
                                    "GAME#",
                                    Placeholder(field="playerName", form="raw:#"),
                                    "#",
                                    Placeholder(field="number", form="int:4"),
                                )
                            ),
                            sort_attribute="SK",
                            sort=Template(parts=(Placeholder(field="gameId", escaped="%#"), "#G")),
                        ),
                    ),
                    "byMonth": IndexSchema(
                        name="byMonth",
                        python_name="by_month",
                        key=KeyPair(
                            partition_attribute="G1",
                            partition=Template(
                                parts=(
                                    "M#",
                                    Placeholder(field="madeAt", form="part:%Y-%m"),
                                    "#",
                                    Placeholder(field="gameId", form="shard:4:text"),
                                )
                            ),
                            sort_attribute="S1",
                            sort=Template(parts=(Placeholder(field="madeAt", form="iso"),)),
                        ),
                        physical=PhysicalIndex(name="GSI1", partition_key="G1", sort_key="S1"),
                        shards=6,
                        date_part="madeAt",
                    ),
                    "byScore": IndexSchema(
                        name="byScore",
                        python_name="by_score",
                        key=KeyPair(
                            partition_attribute="score",
                            partition=Template(parts=(Placeholder(field="score"),)),
                            natural=("score",),
                        ),
                        physical=PhysicalIndex(name="GSI2", partition_key="score"),
                        foreign=("Hall",),
                    ),
                    "local": IndexSchema(
                        name="local",
                        python_name="local",
                        key=KeyPair(
                            partition_attribute="PK",
                            partition=Template(
                                parts=(
                                    "GAME#",
                                    Placeholder(field="playerName", form="raw:#"),
                                    "#",
                                    Placeholder(field="number", form="int:4"),
                                )
                            ),
                            sort_attribute="L1",
                            sort=Template(parts=(Placeholder(field="place.inHall"),)),
                            natural=("PK",),
                        ),
                        physical=PhysicalIndex(
                            name="LSI1", partition_key="PK", sort_key="L1", is_local=True
                        ),
                    ),
                },
                uniques={
                    "uniqueScore": UniqueSchema(
                        name="uniqueScore",
                        fields=("score", "number"),
                        python_name="find_by_score",
                        key=KeyPair(
                            partition_attribute="PK",
                            partition=Template(
                                parts=(
                                    "UNIQUE#Game#uniqueScore#",
                                    Placeholder(field="score", escaped="%#"),
                                    "#",
                                    Placeholder(field="number", form="int"),
                                )
                            ),
                            sort_attribute="SK",
                            sort=Template(parts=("UNIQUE",)),
                        ),
                        condition={"playerName": {"$exists": True}},
                        condition_fields=("playerName",),
                    )
                },
                iteration=IterationSchema(
                    physical=PhysicalIndex(name="ITER", partition_key="IPK", projection="keysOnly"),
                    key=KeyPair(
                        partition_attribute="IPK",
                        partition=Template(
                            parts=("GAMES#", Placeholder(field="$bucket", form="int:2"))
                        ),
                    ),
                    buckets=20,
                    former=5,
                ),
                type_value="GAME",
                version_field="version",
                ttl_field="ttl",
                counters=("hits",),
                mixin="arcade.games:GameMethods",
                description="One game.",
            ),
            "Hall": ModelSchema(
                name="Hall",
                handle="hall",
                fields={
                    "name": FieldSchema(
                        name="name", python_name="name", type="StringField", default="main"
                    ),
                    "score": FieldSchema(
                        name="score", python_name="score", type="StringField", min_length=1
                    ),
                },
                key=KeyPair(
                    partition_attribute="PK",
                    partition=Template(parts=("HALL",)),
                    sort_attribute="SK",
                    sort=Template(parts=(Placeholder(field="name"),)),
                ),
                primary_id=Template(parts=(Placeholder(field="name"),)),
                type_value="Hall",
                is_mapping=True,
            ),
        },
        collections={
            "hallFile": CollectionSchema(
                name="hallFile",
                python_name="hall_file",
                models=("Hall",),
                partition_attribute="PK",
                partition=Template(parts=("HALL",)),
                arguments=(),
                sort_attribute="SK",
                sort_from=Template(parts=("A",)),
                sort_to=Template(parts=("B",)),
            )
        },
        patterns={
            "topGames": PatternSchema(
                name="topGames",
                python_name="top_games",
                model="Game",
                index="byScore",
                filter={"number": {"$gt": 3}},
                only=("number",),
                given={"score": "equals"},
                constants={"score": "high"},
                limit=5,
                descending=True,
                max_capacity=100.0,
                max_reads=3,
                max_items=4,
                description="The best.",
            )
        },
    )


def test_a_design_of_the_managed_layout_is_compiled_whole(load: Load) -> None:
    assert load(MANAGED) == Design(
        name="Shop",
        layout="managed",
        table=TableSettings(
            name="shop",
            partition_key="_pk",
            sort_key="_sk",
            ttl_attribute="ttl",
            indexes=(
                PhysicalIndex(name="gsi1", partition_key="_gsi1_pk", sort_key="_gsi1_sk"),
                PhysicalIndex(name="gsi2", partition_key="_gsi2_pk", sort_key="_gsi2_sk"),
                PhysicalIndex(name="gsi3", partition_key="_gsi3_pk", sort_key="_gsi3_sk"),
                PhysicalIndex(name="gsi4", partition_key="_gsi4_pk", sort_key="_gsi4_sk"),
                PhysicalIndex(name="gsi5", partition_key="_gsi5_pk", sort_key="_gsi5_sk"),
                PhysicalIndex(
                    name="iter_index",
                    partition_key="_iter_pk",
                    sort_key="_iter_sk",
                    projection="keysOnly",
                ),
            ),
            has_tenancy=True,
        ),
        models={
            "User": ModelSchema(
                name="User",
                handle="user",
                fields={
                    "userId": FieldSchema(
                        name="userId", python_name="user_id", type="UlidField", auto_assign=True
                    ),
                    "email": FieldSchema(name="email", python_name="email", type="StringField"),
                    "age": FieldSchema(name="age", python_name="age", type="IntegerField"),
                    "bornAt": FieldSchema(
                        name="bornAt",
                        python_name="born_at",
                        type="DateTimeField",
                        storage="epochMillis",
                    ),
                },
                key=KeyPair(
                    partition_attribute="_pk",
                    partition=Template(
                        parts=(
                            "[",
                            Placeholder(field="$tenant", form="tenant"),
                            "]#u#",
                            Placeholder(field="userId"),
                        )
                    ),
                    sort_attribute="_sk",
                    sort=Template(parts=("u",)),
                ),
                primary_id=Template(parts=(Placeholder(field="userId"),)),
                indexes={
                    "byAge": IndexSchema(
                        name="byAge",
                        python_name="by_age",
                        key=KeyPair(
                            partition_attribute="_gsi2_pk",
                            partition=Template(
                                parts=(
                                    "[",
                                    Placeholder(field="$tenant", form="tenant"),
                                    "]#u#gsi2#u",
                                )
                            ),
                            sort_attribute="_gsi2_sk",
                            sort=Template(parts=(Placeholder(field="age", form="int20"),)),
                        ),
                        physical=PhysicalIndex(
                            name="gsi2", partition_key="_gsi2_pk", sort_key="_gsi2_sk"
                        ),
                    ),
                    "own": IndexSchema(
                        name="own",
                        python_name="own",
                        key=KeyPair(
                            partition_attribute="_pk",
                            partition=Template(
                                parts=(
                                    "[",
                                    Placeholder(field="$tenant", form="tenant"),
                                    "]#u#",
                                    Placeholder(field="userId"),
                                )
                            ),
                            sort_attribute="_sk",
                            sort=Template(parts=("u",)),
                        ),
                    ),
                },
                uniques={
                    "uniqueEmail": UniqueSchema(
                        name="uniqueEmail",
                        fields=("email", "age", "bornAt"),
                        python_name="find_by_email",
                        key=KeyPair(
                            partition_attribute="_pk",
                            partition=Template(
                                parts=(
                                    "[",
                                    Placeholder(field="$tenant", form="tenant"),
                                    "]#_raft_uc#_uc2#u#email:",
                                    Placeholder(field="email", escaped="%#"),
                                    "#age:",
                                    Placeholder(field="age", form="int"),
                                    "#bornAt:",
                                    Placeholder(field="bornAt", form="ms"),
                                )
                            ),
                            sort_attribute="_sk",
                            sort=Template(parts=("_raft_uc",)),
                        ),
                    )
                },
                iteration=IterationSchema(
                    physical=PhysicalIndex(
                        name="iter_index",
                        partition_key="_iter_pk",
                        sort_key="_iter_sk",
                        projection="keysOnly",
                    ),
                    key=KeyPair(
                        partition_attribute="_iter_pk",
                        partition=Template(
                            parts=("[", Placeholder(field="$tenant", form="tenant"), "]#u#iter")
                        ),
                        sort_attribute="_iter_sk",
                        sort=Template(parts=(Placeholder(field="userId"),)),
                    ),
                    buckets=1,
                ),
                model_prefix="u",
                is_tenanted=True,
            ),
            "Setting": ModelSchema(
                name="Setting",
                handle="setting",
                fields={
                    "name": FieldSchema(
                        name="name", python_name="name", type="StringField", required=True
                    ),
                    "at": FieldSchema(
                        name="at", python_name="at", type="DateTimeField", storage="epochMillis"
                    ),
                },
                key=KeyPair(
                    partition_attribute="_pk",
                    partition=Template(parts=("s",)),
                    sort_attribute="_sk",
                    sort=Template(parts=(Placeholder(field="name"),)),
                ),
                primary_id=Template(parts=(Placeholder(field="name"),)),
                indexes={
                    "byDate": IndexSchema(
                        name="byDate",
                        python_name="by_date",
                        key=KeyPair(
                            partition_attribute="_gsi1_pk",
                            partition=Template(parts=("s#gsi1#", Placeholder(field="name"))),
                            sort_attribute="_gsi1_sk",
                            sort=Template(parts=(Placeholder(field="at", form="ms20"),)),
                        ),
                        physical=PhysicalIndex(
                            name="gsi1", partition_key="_gsi1_pk", sort_key="_gsi1_sk"
                        ),
                    )
                },
                iteration=IterationSchema(
                    physical=PhysicalIndex(
                        name="iter_index",
                        partition_key="_iter_pk",
                        sort_key="_iter_sk",
                        projection="keysOnly",
                    ),
                    key=KeyPair(
                        partition_attribute="_iter_pk",
                        partition=Template(
                            parts=("s#iter#", Placeholder(field="$bucket", form="int:3"))
                        ),
                        sort_attribute="_iter_sk",
                        sort=Template(parts=(Placeholder(field="name"),)),
                    ),
                    buckets=10,
                ),
                model_prefix="s",
            ),
        },
    )
