import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import { emptyMcpFeatures, type McpFeature, offeredMcpFeatures } from '@basalt/contract/mcp/mcp.rules.ts'

export interface McpGroup {
  id: McpFeature
  label: string
  description: string
  /** Why it cannot be chosen. */
  refusal?: string
}

const groups: Readonly<Record<McpFeature, Omit<McpGroup, 'id' | 'refusal'>>> = {
  docs: { label: 'Documentation', description: 'Search the guides of this version.' },
  account: { label: 'Account', description: 'List, make, pause and restore projects.' },
  database: { label: 'Database', description: 'See tables, run SQL, apply migrations.' },
  debugging: { label: 'Debugging', description: 'Read the log, look for what is unsafe or slow.' },
  development: { label: 'Development', description: "See the project's URL, its public keys and its types." },
  functions: { label: 'Functions', description: 'This installation has no edge functions.' },
  branching: { label: 'Branching', description: 'See the branches of a project.' },
  storage: { label: 'Storage', description: 'See buckets, change what storage may do.' },
}

const NO_ACCOUNT = 'Not available: the server URL names this project.'

/**
 * The groups that can be chosen for a project. An address that names a project gives no tools of the account, whatever it
 * asks for; which the dialog always does.
 */
export const groupsOf = (edition: Edition): McpGroup[] =>
  offeredMcpFeatures[edition].map((id) => ({
    id,
    ...groups[id],
    ...(emptyMcpFeatures.includes(id) && { refusal: groups[id].description }),
    ...(id === 'account' && { description: NO_ACCOUNT, refusal: NO_ACCOUNT }),
  }))

export interface McpChoice {
  origin: string
  edition: Edition
  projectRef: string
  readOnly: boolean
  /** None is the server's own choice. */
  features: readonly McpFeature[]
}

/** The address that a client is given, its parameters in an order that everybody knows. */
export function mcpAddress({ origin, edition, projectRef, readOnly, features }: McpChoice) {
  const chosen = offeredMcpFeatures[edition].filter((feature) => features.includes(feature))
  const parameters = [
    ...(edition === 'platform' ? [`project_ref=${encodeURIComponent(projectRef)}`] : []),
    ...(readOnly ? ['read_only=true'] : []),
    ...(chosen.length > 0 ? [`features=${chosen.join(',')}`] : []),
  ]
  return `${origin}/mcp${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}
