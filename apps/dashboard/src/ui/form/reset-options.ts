/**
 * The `resetOptions` of a form whose values are those stored: what was typed, that it was, and why it was not saved, stay when
 * these change. With `keepDirtyValues` alone, a form with edits counts as unchanged for a moment. Once it is saved, the form is reset
 * with DISCARD_EDITS.
 */
export const KEEP_EDITS = { keepDirtyValues: true, keepDirty: true, keepErrors: true }

/** Options for a form's `reset` that discard the user's edits, whatever its `resetOptions` keep. */
export const DISCARD_EDITS = { keepDirtyValues: false, keepDirty: false, keepErrors: false }
