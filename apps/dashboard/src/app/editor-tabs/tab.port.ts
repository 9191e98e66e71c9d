import {
  aFlag,
  aNumber,
  aText,
  listOf,
  objectOf,
  oneOf,
  orNull,
  recordOf,
  type Shape,
  shape,
  type ValueOf,
} from '../../lib/shape.ts'

/** Kinds of relations by `pg_class.relkind`, and SQL queries. */
const tabTypes = ['r', 'v', 'm', 'f', 'p', 'sql'] as const
export type TabType = (typeof tabTypes)[number]
export const TabType = oneOf(tabTypes)

export type EditorKind = 'sql' | 'table'
export const editorOf = (type: TabType): EditorKind => (type === 'sql' ? 'sql' : 'table')

export const sqlTabId = (sqlId: string) => `sql-${sqlId}`
export const tableTabId = (type: TabType, tableId: number) => `${type}-${tableId}`

export const TabMetadata = objectOf(
  {},
  {
    schema: aText,
    name: aText,
    tableId: aNumber,
    sqlId: aText,
    /** What a table shows, as in its URL. */
    filter: listOf(aText),
    sort: listOf(aText),
  },
)

export const Tab = objectOf(
  {
    /** The type, a dash, and the id of the open item. */
    id: aText,
    type: TabType,
    label: aText,
    isPreview: aFlag,
    metadata: TabMetadata,
  },
  { isPinned: aFlag },
)
export type Tab = ValueOf<typeof Tab>

const StoredTabs = objectOf(
  {
    activeTab: orNull(aText),
    openTabs: listOf(aText),
    tabsMap: recordOf(Tab),
    previewTabId: orNull(aText),
  },
  { closedTabs: listOf(Tab), lastTabs: objectOf({}, { sql: Tab, table: Tab }) },
)

export interface TabsState extends ValueOf<typeof StoredTabs> {
  /** Last closed first. */
  closedTabs: Tab[]
  /** What each editor opened last, for its landing page. Its tab may be gone: a preview that another one replaced. */
  lastTabs: { sql?: Tab | undefined; table?: Tab | undefined }
}
export const TabsState: Shape<TabsState> = shape((value) => {
  const stored = StoredTabs.safeParse(value)
  if (!stored.success) return undefined
  const { activeTab, tabsMap } = stored.data
  const active = tabsMap[activeTab ?? '']
  return { closedTabs: [], lastTabs: active ? { [editorOf(active.type)]: active } : {}, ...stored.data }
})

export const RecentItem = objectOf({
  id: aText,
  type: TabType,
  label: aText,
  /** Milliseconds since 1970. */
  timestamp: aNumber,
  metadata: TabMetadata,
})
export type RecentItem = ValueOf<typeof RecentItem>
export const RecentItems = objectOf({ items: listOf(RecentItem) })
export type RecentItems = ValueOf<typeof RecentItems>

export const noTabs: TabsState = {
  activeTab: null,
  openTabs: [],
  tabsMap: {},
  previewTabId: null,
  closedTabs: [],
  lastTabs: {},
}
export const noRecents: RecentItems = { items: [] }
