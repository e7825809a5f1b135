"""The nouns of the product: frozen values that every stage reads. Imports the standard library and pydantic only."""
