/** Options for a form's `reset` that discard the user's edits. */
export const DISCARD_EDITS = { keepDirtyValues: false }
