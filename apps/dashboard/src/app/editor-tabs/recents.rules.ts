import { editorOf, type RecentItem, type RecentItems, type Tab } from './tab.port.ts'

/** The most tables among the recent items; queries are unlimited. */
export const RECENT_TABLES_MAX = 8

/** Adds an item at the front, or updates the time and label of an existing one. */
export function addRecent(
  { items }: RecentItems,
  { id, type, label, metadata }: Tab,
  timestamp: number,
): RecentItems {
  const isKnown = items.some((item) => item.id === id)
  const next = isKnown
    ? items.map((item) => (item.id === id ? { ...item, label, metadata, timestamp } : item))
    : [{ id, type, label: label || 'Untitled', timestamp, metadata }, ...items]
  return { items: keepFewTables(next) }
}

export const relabelRecent = (
  { items }: RecentItems,
  id: string,
  label: string,
  metadata: RecentItem['metadata'] = {},
): RecentItems => ({
  items: items.map((item) =>
    item.id === id ? { ...item, label, metadata: { ...item.metadata, ...metadata } } : item,
  ),
})

export const removeRecents = ({ items }: RecentItems, ids: readonly string[]): RecentItems => ({
  items: items.filter((item) => !ids.includes(item.id)),
})

/** The recent items of one editor, newest first. */
export const recentsOf = ({ items }: RecentItems, kind: ReturnType<typeof editorOf>): RecentItem[] =>
  items.filter(({ type }) => editorOf(type) === kind).sort((a, b) => b.timestamp - a.timestamp)

function keepFewTables(items: RecentItem[]) {
  const tables = items
    .filter(({ type }) => editorOf(type) === 'table')
    .sort((a, b) => b.timestamp - a.timestamp)
  const dropped = new Set(tables.slice(RECENT_TABLES_MAX))
  return items.filter((item) => !dropped.has(item))
}
