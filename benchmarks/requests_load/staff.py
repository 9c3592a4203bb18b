"""The processes of a run: the server, dispatchers, workers; killed and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

_PYTHON = (sys.executable, "-m")


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@dataclass
class Staff:
    """Whoever works; each has a command, and is started again after it was killed."""

    store: str
    port: int
    secret: str
    folder: Path
    serves_alone: bool = False
    """Whether the server leaves dispatching and working to the others."""
    commands: dict[str, list[str]] = field(default_factory=dict)
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    cpu: dict[str, float] = field(default_factory=dict)
    """Seconds of CPU that each had used when it ended."""

    def hire(self, *, workers: int, dispatchers: int) -> None:
        """Start everybody."""
        server = ["tavola_systems", "--serve", "requests", f"--port={self.port}"]
        uploads = f"--uploads={self.folder / 'uploads'}"
        self.commands["server"] = [*_PYTHON, *server, f"--store={self.store}", uploads]
        terminal = [*_PYTHON, "tavola_systems.requests.terminal"]
        for number in range(dispatchers):
            name = f"dispatcher-{number}"
            self.commands[name] = [*terminal, "dispatcher", f"--store={self.store}"]
        for number in range(workers):
            name = f"worker-{number}"
            self.commands[name] = [*terminal, "worker", "--takeover=10", f"--store={self.store}"]
        for name in self.commands:
            self.start(name)

    def start(self, name: str) -> None:
        """Start somebody; what they complain of stands in a file."""
        environment = {**os.environ, "TAVOLA_SECRET": self.secret}
        environment["TAVOLA_REQUESTS_STAFF"] = "elsewhere" if self.serves_alone else "server"
        environment |= {"AWS_ACCESS_KEY_ID": "load", "AWS_SECRET_ACCESS_KEY": "load"}
        with self._told(name).open("wb") as told, (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                self.commands[name], env=environment, stdout=told, stderr=log
            )

    def wait_until_ready(self, seconds: float) -> None:
        """Wait until everybody has said that they are; a port is taken long before that."""
        ends = time.time() + seconds
        while not all(self._told(name).stat().st_size for name in self.processes):
            if time.time() > ends or any(one.poll() is not None for one in self.processes.values()):
                raise TimeoutError(f"not everybody is ready; {self.folder} has what they said")
            time.sleep(0.05)

    def _told(self, name: str) -> Path:
        return self.folder / f"{name}.out"

    def kill(self, name: str) -> None:
        """End somebody without warning, and start another one."""
        process = self.processes[name]
        self._count(name)
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.start(name)

    def end(self) -> dict[str, int]:
        """Ask everybody to stop; return how each ended."""
        for name, process in self.processes.items():
            self._count(name)
            with suppress(ProcessLookupError):
                process.terminate()
        return {name: _ended(process) for name, process in self.processes.items()}

    def begin(self) -> None:
        """Count the CPU from now on: what a process needs to start is not a request's."""
        for name in self.processes:
            self._count(name, sign=-1)

    def _count(self, name: str, sign: int = 1) -> None:
        self.cpu[name] = self.cpu.get(name, 0.0) + sign * cpu_seconds(self.processes[name].pid)


def cpu_seconds(pid: int) -> float:
    """Return the CPU that a process has used, where the system says so (Linux)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _ended(process: subprocess.Popen[bytes]) -> int:
    try:
        return process.wait(60)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()
