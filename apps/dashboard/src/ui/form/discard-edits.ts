/** Options for a form's `reset` that discard the user's edits, whatever its `resetOptions` keep. */
export const DISCARD_EDITS = { keepDirtyValues: false, keepDirty: false, keepErrors: false }
