/** The parts of the page of keys, as its address names them. */
export const keyTabs = ['keys', 'legacy'] as const
export type KeyTab = (typeof keyTabs)[number]
