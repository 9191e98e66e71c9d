import {
  INBOX_STATUSES,
  type NotificationPriority,
  type NotificationStatus,
} from '@basalt/contract/notifications/notifications.rules.ts'

export type NotificationTab = 'inbox' | 'archived'

/** The ticked values of each group. */
export interface NotificationFilter {
  status: readonly 'new'[]
  priority: readonly NotificationPriority[]
  org_slug: readonly string[]
  project_ref: readonly string[]
}
export type FilterGroup = keyof NotificationFilter

export const NO_FILTER: NotificationFilter = { status: [], priority: [], org_slug: [], project_ref: [] }

/** Returns the filter with one value toggled. */
export function toggled(filter: NotificationFilter, group: FilterGroup, value: string): NotificationFilter {
  const ticked: readonly string[] = filter[group]
  const next = ticked.includes(value) ? ticked.filter((one) => one !== value) : [...ticked, value]
  return { ...filter, [group]: next }
}

export const isTicked = (filter: NotificationFilter, group: FilterGroup, value: string) =>
  (filter[group] as readonly string[]).includes(value)

export const appliedCount = (filter: NotificationFilter) =>
  Object.values(filter).reduce((count, ticked) => count + ticked.length, 0)

export const appliedLabel = (filter: NotificationFilter) => {
  const count = appliedCount(filter)
  return `${count} ${count === 1 ? 'filter' : 'filters'} applied`
}

/** The filter for a tab. Archived notifications are never unread, so the archive drops that filter. */
export const filterFor = (tab: NotificationTab, filter: NotificationFilter): NotificationFilter =>
  tab === 'archived' ? { ...filter, status: [] } : filter

/** The request's query; empty groups are omitted. */
export function requestOf(tab: NotificationTab, filter: NotificationFilter) {
  const { status, ...others } = filterFor(tab, filter)
  const chosen = Object.entries(others).filter(([, ticked]) => ticked.length > 0)
  return {
    status: statusesOf(tab, status).join(','),
    ...Object.fromEntries(chosen.map(([group, ticked]) => [group, ticked.join(',')])),
  }
}

const statusesOf = (tab: NotificationTab, ticked: readonly 'new'[]): readonly NotificationStatus[] => {
  if (tab === 'archived') return ['archived']
  return ticked.length > 0 ? ticked : INBOX_STATUSES
}
