"""Texts of errors."""


def quoted(value):
    """A caller's value for a message: one line, not too long."""
    try:
        text = repr(value)
    except Exception:  # anything that the caller's class may raise
        text = f"<{type(value).__name__}>"
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:59] + "…"
