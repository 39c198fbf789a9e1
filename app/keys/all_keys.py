"""Every table of keys there is: what a user's own keys are checked against, and what «cnistep keys» lists."""

from app.keys.compare_keys import COMPARE_KEYS, COMPARING
from app.keys.key import Key, Section
from app.keys.key_table import APP_KEYS, SCOPES, SECTIONS
from app.keys.lesson_keys import LESSON_KEYS, LESSON_SECTIONS

ALL_SECTIONS: tuple[Section, ...] = (
    *SECTIONS,
    COMPARING,
    *((f"Lessons: {title.lower()}", keys) for title, keys in LESSON_SECTIONS),
)
ALL_SCOPES: tuple[tuple[Key, ...], ...] = (*SCOPES, (*COMPARE_KEYS, *APP_KEYS), (*LESSON_KEYS, *APP_KEYS))
