import { z } from 'zod'

/** Kinds of table-like things by their letter in the catalog, and SQL queries. */
export const TabType = z.enum(['r', 'v', 'm', 'f', 'p', 'sql'])
export type TabType = z.infer<typeof TabType>

export const TabMetadata = z.object({
  schema: z.string().optional(),
  name: z.string().optional(),
  tableId: z.number().optional(),
  sqlId: z.string().optional(),
})

export const Tab = z.object({
  /** The type, a dash, and the id of what it shows. */
  id: z.string(),
  type: TabType,
  label: z.string(),
  isPreview: z.boolean(),
  isPinned: z.boolean().optional(),
  metadata: TabMetadata,
})
export type Tab = z.infer<typeof Tab>

export const TabsState = z.object({
  activeTab: z.string().nullable(),
  openTabs: z.array(z.string()),
  tabsMap: z.record(z.string(), Tab),
  previewTabId: z.string().nullable(),
  /** What was closed, the last one first. */
  closedTabs: z.array(Tab).default([]),
})
export type TabsState = z.infer<typeof TabsState>

export const RecentItem = z.object({
  id: z.string(),
  type: TabType,
  label: z.string(),
  /** Milliseconds since 1970. */
  timestamp: z.number(),
  metadata: TabMetadata,
})
export type RecentItem = z.infer<typeof RecentItem>
export const RecentItems = z.object({ items: z.array(RecentItem) })
export type RecentItems = z.infer<typeof RecentItems>

export const noTabs: TabsState = {
  activeTab: null,
  openTabs: [],
  tabsMap: {},
  previewTabId: null,
  closedTabs: [],
}
export const noRecents: RecentItems = { items: [] }
