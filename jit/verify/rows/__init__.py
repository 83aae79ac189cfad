"""One module per group of rows; each row is a function `(context) -> Row`."""
