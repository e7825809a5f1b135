"""Pictures of what the command line prints in colours: the same bytes each time, and nothing loaded from elsewhere."""

from __future__ import annotations

import re
from hashlib import sha256

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

WIDTH = 116
LINES = 34
"""What a picture shows at most; how many lines follow is said in it."""

_FONT = re.compile(r"\s*@font-face \{[^}]*\}")


def picture(command: str, printed: str) -> str:
    """An SVG of a terminal after ``$ command``. ``printed`` may hold escape codes."""
    lines = Text.from_ansi(printed.rstrip("\n")).split("\n", allow_blank=True)
    with open("/dev/null", "w", encoding="utf-8") as nowhere:
        # With a height as well, or a terminal of this machine is asked.
        console = Console(record=True, width=WIDTH, height=LINES, file=nowhere, force_terminal=True)
        console.print(Text(f"$ {command}", style="bold"), highlight=False)
        for line in lines[:LINES]:
            console.print(line, highlight=False, overflow="fold")
        if len(lines) > LINES:
            console.print(Text(f"… {len(lines) - LINES} more lines", style="dim"))
        made = console.export_svg(title="", theme=MONOKAI, unique_id=f"t{sha256(command.encode()).hexdigest()[:8]}")
    return _FONT.sub("", made).replace("Fira Code, monospace", "monospace").rstrip() + "\n"
