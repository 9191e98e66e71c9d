import {
  type ClientType,
  type ConnectMethod,
  type ConnectTab,
  clientTypes,
  connectMethods,
  connectTabs,
} from '@basalt/contract/connect/connect.rules.ts'

/** The part of an address that opens the dialog and says what it shows. */
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

/** What an address says, whatever somebody wrote into it. */
export function readConnectSearch(search: Record<string, unknown>): ConnectSearch {
  const texts = names.flatMap((name) =>
    typeof search[name] === 'string' ? [[name, search[name]] as const] : [],
  )
  return {
    ...(search.showConnect === true && { showConnect: true }),
    ...Object.fromEntries(texts),
  }
}

/** The type that is shown: what is not known falls back to the URI. */
export const chosenType = ({ type }: ConnectSearch): ClientType =>
  clientTypes.find(({ id }) => id === type)?.id ?? 'uri'

/** The way that is shown: what is not known or not offered falls back to the direct one. */
export const chosenMethod = (
  { method }: ConnectSearch,
  offered: readonly ConnectMethod[] = connectMethods.map(({ id }) => id),
): ConnectMethod => offered.find((id) => id === method) ?? 'direct'

/** The database that is shown: another than the primary only by its identifier. */
export const chosenSource = <Source extends { identifier: string }>(
  { source }: ConnectSearch,
  databases: readonly Source[],
): Source | undefined => databases.find(({ identifier }) => identifier === source) ?? databases[0]

/** What a tab has to choose from by `framework`. */
export type FrameworkKeys = Partial<Record<ConnectTab, readonly { key: string }[]>>

/**
 * The tab that is shown. Without one in the address it is the tab that has the framework named there; what is not
 * known or not offered falls back to the connection strings.
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

/** Of a list of choices the one that is named, or the first. */
export const chosenOf = <Choice extends { key: string }>(
  choices: readonly Choice[],
  key: string | undefined,
): Choice | undefined => choices.find((choice) => choice.key === key) ?? choices[0]

/** Of a page that has tabs of its own, such as the API keys, the one that is open. */
const pageTab = ({ tab }: ConnectSearch): string | undefined =>
  connectTabs.some(({ id }) => id === tab) ? undefined : tab

/** The dialog's tab in the address; beside that of the page behind it, where there is one. */
export const tabIn = (search: ConnectSearch, tab: ConnectTab): ConnectSearch =>
  pageTab(search) === undefined ? { tab, connectTab: undefined } : { connectTab: tab }

/** Another tab has other choices: those of the one before leave the address. */
export const tabChange = (search: ConnectSearch, tab: ConnectTab): ConnectSearch => ({
  ...tabIn(search, tab),
  framework: undefined,
  using: undefined,
  with: undefined,
})

/** The choices below a choice fall back to their first. */
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

/** Everything that the dialog wrote into the address goes with it; a tab of the page behind it stays. */
export const closedSearch = (search: ConnectSearch): ConnectSearch => ({ ...nothing, tab: pageTab(search) })
