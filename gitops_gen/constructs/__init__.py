"""cdk8s constructs for work on GPUs: usable and extendable without the rest of gitops-gen.

One construct a file. A file that exports ``TEMPLATE`` is found by its name and synthesised into the templates that
gitops-gen ships; files that start with ``_`` are parts. Importing this package imports cdk8s and starts Node, so
everything else imports it only where it synthesises.
"""

from gitops_gen.constructs._gpu_pod import Checkpoint, GpuPod
from gitops_gen.constructs.gpu_job_template import GpuJobTemplate

__all__ = ["Checkpoint", "GpuJobTemplate", "GpuPod"]
