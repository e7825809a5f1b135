"""One module a command, each exporting ``command``. What is slow to import is imported when it runs."""
