"""``make cluster``: a control plane by hand. ``make controlplane``: build it, and say how large it is."""

from __future__ import annotations

import sys
import tempfile
import threading
from pathlib import Path

from tests.controlplane.binaries import Unavailable, find_binaries
from tests.controlplane.controlplane import BrokenCluster, running
from tests.controlplane.definitions import apply_definitions, definitions_folder


def main() -> int:
    try:
        binaries = find_binaries()
    except Unavailable as error:
        print(f"no control plane: {error}", file=sys.stderr)
        return 1
    if "--build" in sys.argv[1:]:
        return 0
    with tempfile.TemporaryDirectory() as folder:
        try:
            with running(binaries, Path(folder)) as plane:
                definitions = definitions_folder()
                if definitions is not None:
                    apply_definitions(plane.client, definitions)
                print(f"export KUBECONFIG={plane.kubeconfig}", flush=True)
                print("It ends with Ctrl-C.", file=sys.stderr)
                threading.Event().wait()
        except BrokenCluster as error:
            print(error, file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            pass
    return 0


sys.exit(main())
