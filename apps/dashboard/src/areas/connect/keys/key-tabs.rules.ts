/** The tabs of the keys page, as in its URL. */
export const keyTabs = ['keys', 'legacy'] as const
export type KeyTab = (typeof keyTabs)[number]
