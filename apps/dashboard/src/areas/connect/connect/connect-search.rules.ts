import {
  type ClientType,
  type ConnectMethod,
  type ConnectTab,
  clientTypes,
  connectMethods,
  connectTabs,
} from '@basalt/contract/connect/connect.rules.ts'

/** The search params that open the dialog and hold its state. */
export interface ConnectSearch {
  showConnect?: boolean
  tab?: string
  /** The tab, for links to pages that have a `tab` of their own. */
  connectTab?: string
  framework?: string
  using?: string
  with?: string
  type?: string
  source?: string
  method?: string
}

const names = ['tab', 'connectTab', 'framework', 'using', 'with', 'type', 'source', 'method'] as const

/** Parses search params, dropping invalid values. */
export function readConnectSearch(search: Record<string, unknown>): ConnectSearch {
  const texts = names.flatMap((name) =>
    typeof search[name] === 'string' ? [[name, search[name]] as const] : [],
  )
  return {
    ...(search.showConnect === true && { showConnect: true }),
    ...Object.fromEntries(texts),
  }
}

/** The selected type; unknown ones fall back to the URI. */
export const chosenType = ({ type }: ConnectSearch): ClientType =>
  clientTypes.find(({ id }) => id === type)?.id ?? 'uri'

/** The selected method; unknown or unavailable ones fall back to the direct one. */
export const chosenMethod = (
  { method }: ConnectSearch,
  offered: readonly ConnectMethod[] = connectMethods.map(({ id }) => id),
): ConnectMethod => offered.find((id) => id === method) ?? 'direct'

/** The selected database, by identifier, otherwise the primary. */
export const chosenSource = <Source extends { identifier: string }>(
  { source }: ConnectSearch,
  databases: readonly Source[],
): Source | undefined => databases.find(({ identifier }) => identifier === source) ?? databases[0]

/** The frameworks of each tab. */
export type FrameworkKeys = Partial<Record<ConnectTab, readonly { key: string }[]>>

/**
 * The selected tab. Without one in the URL it is the tab that has the URL's framework. Unknown or disabled tabs fall
 * back to the connection strings.
 */
export function chosenTab(
  { tab, connectTab, framework }: ConnectSearch,
  offered: readonly ConnectTab[],
  keys: FrameworkKeys,
): ConnectTab {
  const named = connectTab ?? tab
  if (named !== undefined) return offered.find((id) => id === named) ?? 'direct'
  return offered.find((id) => keys[id]?.some(({ key }) => key === framework)) ?? 'direct'
}

/** The choice with the key, or the first. */
export const chosenOf = <Choice extends { key: string }>(
  choices: readonly Choice[],
  key: string | undefined,
): Choice | undefined => choices.find((choice) => choice.key === key) ?? choices[0]

/** The `tab` of the page behind, if it has its own tabs, such as the API keys. */
const pageTab = ({ tab }: ConnectSearch): string | undefined =>
  connectTabs.some(({ id }) => id === tab) ? undefined : tab

/** The search params for the dialog's tab, keeping the tab of the page behind it. */
export const tabIn = (search: ConnectSearch, tab: ConnectTab): ConnectSearch =>
  pageTab(search) === undefined ? { tab, connectTab: undefined } : { connectTab: tab }

/** The search params for another tab, without the choices of the previous one. */
export const tabChange = (search: ConnectSearch, tab: ConnectTab): ConnectSearch => ({
  ...tabIn(search, tab),
  framework: undefined,
  using: undefined,
  with: undefined,
})

/** The search params for another framework; dependent choices fall back to their first. */
export const frameworkChange = (framework: string): ConnectSearch => ({
  framework,
  using: undefined,
  with: undefined,
})
export const usingChange = (using: string): ConnectSearch => ({ using, with: undefined })

const nothing: Record<(typeof names)[number] | 'showConnect', undefined> = {
  showConnect: undefined,
  tab: undefined,
  connectTab: undefined,
  framework: undefined,
  using: undefined,
  with: undefined,
  type: undefined,
  source: undefined,
  method: undefined,
}

/** The search params of the closed dialog: its own are removed, a tab of the page behind stays. */
export const closedSearch = (search: ConnectSearch): ConnectSearch => ({ ...nothing, tab: pageTab(search) })
