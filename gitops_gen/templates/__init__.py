"""Synthesised job templates: their store, their key, and stamping.

Constructs are synthesised once, with slots in place of values, and committed as data. A run reads that data and stamps
it; cdk8s and Node are needed only when construct code changed (``python -m gitops_gen.templates``).
"""
