/** Of a form that keeps what was typed when it hears of something newer: now nothing of it stays. */
export const AFRESH = { keepDirtyValues: false }
