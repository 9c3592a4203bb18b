"""tavola serve: the embedded engine as a DynamoDB for any language."""

from __future__ import annotations

import argparse
import asyncio
import errno
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from ipaddress import ip_address
from pathlib import Path
from socket import AI_PASSIVE
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tavola.server import Server
    from tavola.server.worlds import IsolatedWorlds, World
    from tavola.wire.sigv4 import Credentials

_DESCRIPTION = """\
Serve the embedded engine over HTTP, as DynamoDB for any SDK and for the AWS CLI.

Point a client at it by its endpoint; nothing else changes:

  boto3         boto3.client("dynamodb", endpoint_url="http://127.0.0.1:8000")
  AWS CLI       aws dynamodb list-tables --endpoint-url http://127.0.0.1:8000
  JavaScript    new DynamoDBClient({endpoint: "http://127.0.0.1:8000"})
  environment   AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000

SDKs insist on a region and on keys; any will do, unless --require-auth is given.
Web pages cannot reach it, unless their origin is given with --allow-origin.
"""

# The numbers of these settings in the header of malloc.
_M_MMAP_THRESHOLD = -3
_M_ARENA_MAX = -8
_OWN_MAPPING_BYTES = 256 * 1024
_SWITCH_SECONDS = 0.0005
_SWEEP_SECONDS = 30.0
"""How often items past their time to live are deleted."""
_INLINE_LOCK_SECONDS = 0.002

_EXAMPLES = """\
examples:
  tavola serve                                  a DynamoDB in memory, empty at every start
  tavola serve --db blog.db                     the same file that Blog.open("blog.db") uses
  tavola serve --db test.db --durability process
                                                fast writes that survive a crash of the process,
                                                but not a loss of power
  tavola serve --port 0                         a free port; the first line says which
  AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… tavola serve --require-auth
                                                answers only what these keys have signed
  tavola serve --allow-origin http://localhost:3000
                                                the page there may use it from the browser
  tavola serve --host 0.0.0.0 --insecure --allow-host db
                                                for all who reach this machine, also as db:8000
"""


def add_parser(
    # pyright: ignore on the next line: argparse has no public name for what add_subparsers returns
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser],  # pyright: ignore[reportPrivateUsage]
) -> None:
    """Add `tavola serve` to the command."""
    parser = subparsers.add_parser(
        "serve",
        help="serve the embedded engine as DynamoDB over HTTP",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--db", metavar="FILE", help="keep the tables in FILE (default: memory)")
    parser.add_argument("--host", default="127.0.0.1", help="listen here (default: %(default)s)")
    parser.add_argument(
        "--port", type=port_number, default=8000, help="0 for a free one (default: %(default)s)"
    )
    parser.add_argument(
        "--durability",
        choices=("disk", "process"),
        default="disk",
        help="what an acknowledged write in FILE survives: a loss of power (disk, the default),"
        " or only the end of the process",
    )
    parser.add_argument(
        "--buckets",
        metavar="FOLDER",
        type=Path,
        help="exports and imports find each S3 bucket as a folder in here",
    )
    parser.add_argument(
        "--require-auth",
        action="store_true",
        help="verify signatures and refuse what other keys signed",
    )
    parser.add_argument("--access-key", metavar="KEY", help="default: AWS_ACCESS_KEY_ID")
    parser.add_argument(
        "--secret-key-file",
        metavar="FILE",
        type=Path,
        help="the secret key is all that FILE holds (default: AWS_SECRET_ACCESS_KEY)",
    )
    parser.add_argument(
        "--isolated",
        action="store_true",
        help="give each account (by its access key) and region tables of its own, as AWS does",
    )
    parser.add_argument(
        "--lenient",
        action="store_true",
        help="accept unused attribute definitions and throughput beside on-demand billing, as"
        " DynamoDB Local does, and log what AWS would answer",
    )
    # An argument can be read by every user of the machine: it is known only to be refused.
    parser.add_argument("--secret-key", dest="shown_secret", help=argparse.SUPPRESS)
    _add_doors(parser)
    parser.set_defaults(run=run)


def _add_doors(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--insecure",
        action="store_true",
        help="listen beyond this machine without --require-auth",
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        type=host_name,
        action="append",
        default=[],
        help="answer to this name too, not only to addresses, localhost and the --host",
    )
    parser.add_argument(
        "--allow-origin",
        metavar="ORIGIN",
        type=origin,
        action="append",
        default=[],
        help="let web pages from here use the server, such as http://localhost:3000",
    )


def host_name(text: str) -> str:
    """Read a host's name from the command line."""
    from tavola.server.browsers import parse_host_name

    return _read(parse_host_name, text)


def origin(text: str) -> str:
    """Read a site's origin from the command line."""
    from tavola.server.browsers import parse_origin

    return _read(parse_origin, text)


def _read(parse: Callable[[str], str], text: str) -> str:
    try:
        return parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def port_number(text: str) -> int:
    """Read a port from the command line."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port. Give a number from 0 to 65535.")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Serve until asked to stop; 0 then, 1 if it could not start, 2 for wrong usage."""
    try:
        credentials = _credentials(args)
    except OSError as error:
        path, reason = args.secret_key_file, error.strerror
        return _complain(f"tavola serve: --secret-key-file {path}: {reason}.", 1)
    fault = _find_fault(args, credentials)
    if fault is not None:
        return _complain(f"tavola serve: {fault}", 2)
    if credentials is None and not is_loopback(args.host):
        where = f"{args.host}:{args.port}"
        _complain(f"tavola serve: whoever reaches {where} may read and write everything.", 0)
    from tavola.errors import TavolaError
    from tavola.server import Server, new_event_loop

    # The thread that writes must not wait 5 ms for a loop that is busy with reads.
    sys.setswitchinterval(_SWITCH_SECONDS)
    _give_memory_back()
    try:
        with ExitStack() as stack:
            world = _open_world(args, stack, args.db)
            server = Server(
                world.engine,
                args.host,
                args.port,
                credentials=credentials,
                inline_engine=world.inline_engine,
                worlds=_isolated_worlds(args, stack, world) if args.isolated else None,
                allowed_hosts=args.allow_host,
                allowed_origins=args.allow_origin,
                owns_process=True,
            )
            runner = stack.enter_context(asyncio.Runner(loop_factory=new_event_loop))
            runner.run(_serve_until_stopped(server, args.db or "memory"))
    except UnicodeError:
        return _complain(f"tavola serve: --host {args.host:.100}: no host has such a name.", 1)
    except OSError as error:
        return _complain(f"tavola serve: {describe_refusal(args.host, args.port, error)}", 1)
    except TavolaError as error:
        return _complain(f"tavola serve: {error}", 1)
    return 0


def _open_world(args: argparse.Namespace, stack: ExitStack, path: str | None) -> World:
    """Open what is served: a file, or memory."""
    from tavola.engine import Engine
    from tavola.server.worlds import World

    opened = Engine.open(
        _location(path, args.durability),
        buckets=args.buckets,
        sweep_seconds=_SWEEP_SECONDS,
        is_lenient=args.lenient,
    )
    engine = stack.enter_context(opened)
    if path is None or args.durability != "process":
        return World(engine)
    second = Engine.open(_location(path, args.durability), lock_seconds=_INLINE_LOCK_SECONDS)
    return World(engine, stack.enter_context(second))


def _isolated_worlds(args: argparse.Namespace, stack: ExitStack, first: World) -> IsolatedWorlds:
    """Keep accounts and regions apart; the first world is the one of the file itself."""
    from tavola.engine.callers import ACCOUNT_ID, REGION
    from tavola.server.worlds import IsolatedWorlds

    def open_world(account: str, region: str) -> World:
        if (account, region) == (ACCOUNT_ID, REGION):
            return first
        if args.db is None:
            return _open_world(args, stack, None)
        folder = Path(f"{args.db}.worlds")
        folder.mkdir(exist_ok=True)
        return _open_world(args, stack, str(folder / f"{account}-{region}.db"))

    return IsolatedWorlds(open_world)


def _give_memory_back() -> None:
    """Let what a large request took go back to the system when it is answered.

    glibc keeps freed memory of up to 32 MB a piece for each thread; Python knows no setting for it.
    """
    with suppress(OSError, AttributeError):
        import ctypes

        library = ctypes.CDLL(None)
        library.mallopt(_M_MMAP_THRESHOLD, _OWN_MAPPING_BYTES)
        library.mallopt(_M_ARENA_MAX, 2)


def _credentials(args: argparse.Namespace) -> Credentials | None:
    """Find the keys to verify with; OSError if their file cannot be read."""
    from tavola.wire.sigv4 import Credentials

    access_key = args.access_key or os.environ.get("AWS_ACCESS_KEY_ID")
    secret_key = os.environ.get("AWS_SECRET_ACCESS_KEY")
    if args.secret_key_file is not None:
        secret_key = args.secret_key_file.read_bytes().decode("utf-8", "replace").strip()
    if not args.require_auth or not access_key or not secret_key:
        return None
    return Credentials(access_key, secret_key)


def _find_fault(args: argparse.Namespace, credentials: Credentials | None) -> str | None:
    if args.shown_secret is not None:
        return (
            "--secret-key would show the secret in the list of processes. Give"
            " --secret-key-file, or set AWS_SECRET_ACCESS_KEY."
        )
    if args.require_auth and credentials is None:
        return (
            "--require-auth has no keys. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY,"
            " or give --access-key and --secret-key-file."
        )
    if credentials is None and not args.insecure and not is_loopback(args.host):
        return (
            f"--host {args.host} lets other machines in, and nobody is asked who they are. Add"
            " --require-auth, or --insecure if all who reach it may read and write everything."
        )
    return None


def is_loopback(host: str) -> bool:
    """Say whether only this machine reaches what listens on a host."""
    try:
        found = socket.getaddrinfo(host or None, 0, type=socket.SOCK_STREAM, flags=AI_PASSIVE)
    except (OSError, UnicodeError):
        return True  # nothing can listen there, and the attempt will say why
    addresses = {str(entry[4][0]).partition("%")[0] for entry in found}
    return all(ip_address(address).is_loopback for address in addresses)


def _location(path: str | None, durability: str) -> str:
    if path is None:
        return "memory:"
    return f"{path}?durability=process" if durability == "process" else path


async def _serve_until_stopped(server: Server, where: str) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C interrupts the loop there
            loop.add_signal_handler(number, stop.set)
    async with server:
        print(
            f"tavola: {where} on {server.url} (try: aws dynamodb list-tables"
            f" --endpoint-url {server.url}; Ctrl-C stops)",
            flush=True,
        )
        await stop.wait()


def describe_refusal(host: str, port: int, error: OSError) -> str:
    """Say why a port could not be taken, and what to do."""
    number = error.errno or 0
    reason = os.strerror(number) if number > 0 else error.strerror
    is_about_host = isinstance(error, socket.gaierror) or number == errno.EADDRNOTAVAIL
    remedy = (
        "Choose an address of this machine with --host."
        if is_about_host
        else "Choose another one with --port, or 0 for a free one."
    )
    return f"cannot listen on {host}:{port}: {reason}. {remedy}"


def _complain(message: str, code: int) -> int:
    print(message, file=sys.stderr)
    return code
