"""How much chance the tests of this folder try: ``GITOPS_GEN_HOSTILE=50`` makes fifty times as many cases of it."""

import os

SCALE = int(os.environ.get("GITOPS_GEN_HOSTILE", "1"))
