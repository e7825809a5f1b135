"""What documents the spec language: JSON Schemas for editors, and a page for people. Made from the models, pure."""
