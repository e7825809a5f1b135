"""What we render: one file a kind of manifest, found by its name, exporting ``KIND``.

A renderer is pure: it reads the resolved platform and yields drafts, with the spec values behind each field. Files that
start with ``_`` are parts that several kinds share.
"""
