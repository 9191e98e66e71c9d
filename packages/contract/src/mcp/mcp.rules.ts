import type { Edition } from '../installation/installation.schema.ts'

/** The groups that tools come in, under the names that clients of such servers know, in the order they are offered. */
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

/** What there are no tools for yet: named in an address it is accepted, and brings nothing. */
export const emptyMcpFeatures: readonly McpFeature[] = ['functions']

/** The groups that an edition has: with one project and no accounts there is nothing to list, branch or bill. */
export const offeredMcpFeatures: Readonly<Record<Edition, readonly McpFeature[]>> = {
  platform: mcpFeatures,
  'self-hosted': ['docs', 'database', 'development'],
}

/** The groups that are on when an address names none. */
export const defaultMcpFeatures: Readonly<Record<Edition, readonly McpFeature[]>> = {
  platform: mcpFeatures.filter((feature) => feature !== 'storage'),
  'self-hosted': offeredMcpFeatures['self-hosted'],
}

/** Newest first; a client that asks for none of them is offered the newest. */
export const mcpProtocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

/** Characters of one answer: more would only fill an agent's memory. What is cut off says so. */
export const MCP_ANSWER_MAX = 60_000
/** Bytes of rows that are read for such an answer; the rest is never collected. */
export const MCP_ROWS_BYTES = 4 * MCP_ANSWER_MAX
/** Bytes that a tool reads of a database's catalog. */
export const MCP_CATALOG_BYTES = 8 * 1024 * 1024
/** Of a file of types, which is of use only as a whole. */
export const MCP_TYPES_MAX = 200_000

/** How long a person has to answer a question that a tool asks. */
export const MCP_CONFIRMATION_MS = 5 * 60_000

/** A silent answer is kept from being taken for dead by a proxy while a person decides. */
export const MCP_HEARTBEAT_MS = 15_000

/** Characters of a migration's name. */
export const MIGRATION_NAME_MAX = 100
export const LOG_ENTRIES_FOR_AGENTS = 100
