/** Joins class names, leaving out what a condition switched off. Later names do not override earlier ones. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
