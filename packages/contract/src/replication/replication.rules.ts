/** Tables of one subscription that are listed; the rest is counted. */
export const SUBSCRIBED_TABLES_LISTED = 200

/** Publications that one subscription may name. */
export const PUBLICATIONS_MAX = 100

/** WAL that a slot may hold before the page warns about it, as part of what it may hold at all. */
export const HELD_WAL_WARNING = 0.5

/** WAL in bytes that an inactive slot without a limit may hold before the page warns about it. */
export const HELD_WAL_WARNING_BYTES = 256 * 1024 * 1024

/** States of a subscribed table, in this order. */
export const subscribedTableStates = ['waiting', 'copying', 'catching_up', 'streaming'] as const
export type SubscribedTableState = (typeof subscribedTableStates)[number]

/** Slots that keep the log for replicas, backups and branches: the platform drops them itself. */
export const isPlatformSlot = (name: string) => /^basalt_(replica_|archive$|backup_|copy_)/.test(name)

/** Subscriptions that imports create and drop by themselves. */
export const isOfImport = (subscription: string) => /^basalt_[0-9a-f]{32}$/.test(subscription)
