import { type ClientType, clientTypes } from '@basalt/contract/connect/connect.rules.ts'

/** The part of an address that opens the dialog and says what it shows. */
export interface ConnectSearch {
  showConnect?: boolean
  tab?: string
  framework?: string
  using?: string
  with?: string
  type?: string
  source?: string
  method?: string
}

const names = ['tab', 'framework', 'using', 'with', 'type', 'source', 'method'] as const

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

/** The database that is shown: another than the primary only by its identifier. */
export const chosenSource = <Source extends { identifier: string }>(
  { source }: ConnectSearch,
  databases: readonly Source[],
): Source | undefined => databases.find(({ identifier }) => identifier === source) ?? databases[0]

/** Everything that the dialog wrote into the address goes with it. */
export const closedSearch: Record<(typeof names)[number] | 'showConnect', undefined> = {
  showConnect: undefined,
  tab: undefined,
  framework: undefined,
  using: undefined,
  with: undefined,
  type: undefined,
  source: undefined,
  method: undefined,
}
