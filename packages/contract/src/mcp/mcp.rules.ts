import type { Edition } from '../installation/installation.schema.ts'

/** The feature groups of tools, in the order offered; MCP clients know these names. */
export const mcpFeatures = [
  'docs',
  'account',
  'database',
  'debugging',
  'development',
  'functions',
  'branching',
  'storage',
] as const
export type McpFeature = (typeof mcpFeatures)[number]

/** Groups without tools yet: the `features` parameter accepts them. */
export const emptyMcpFeatures: readonly McpFeature[] = ['functions']

/** The groups of each edition: with one project and no accounts there is nothing to list or bill. */
export const offeredMcpFeatures: Readonly<Record<Edition, readonly McpFeature[]>> = {
  platform: mcpFeatures,
  'self-hosted': ['docs', 'database', 'development'],
}

/** The groups that are enabled without a `features` parameter. */
export const defaultMcpFeatures: Readonly<Record<Edition, readonly McpFeature[]>> = {
  platform: mcpFeatures.filter((feature) => feature !== 'storage'),
  'self-hosted': offeredMcpFeatures['self-hosted'],
}

/** Newest first; a client that requests another version is offered the newest. */
export const mcpProtocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

/** Characters of one result: more would only fill an agent's context. A truncated result says so. */
export const MCP_ANSWER_MAX = 60_000
/** Bytes of rows read for one result; the rest is never fetched. */
export const MCP_ROWS_BYTES = 4 * MCP_ANSWER_MAX
/** Bytes that a tool reads of a database's catalog. */
export const MCP_CATALOG_BYTES = 8 * 1024 * 1024
/** Characters of generated types, which are only useful as a whole. */
export const MCP_TYPES_MAX = 200_000

/** How long a user has to answer a tool's confirmation prompt. */
export const MCP_CONFIRMATION_MS = 5 * 60_000

/** How long a tool waits for the branch of its session. Copying a gigabyte takes two seconds. */
export const MCP_BRANCH_WAIT_MS = 5 * 60_000

/** Keeps proxies from closing the idle response while a user decides. */
export const MCP_HEARTBEAT_MS = 15_000

export const LOG_ENTRIES_FOR_AGENTS = 100
