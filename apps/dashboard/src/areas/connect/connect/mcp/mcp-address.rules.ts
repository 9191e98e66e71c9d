import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import { emptyMcpFeatures, type McpFeature, offeredMcpFeatures } from '@basalt/contract/mcp/mcp.rules.ts'

export interface McpGroup {
  id: McpFeature
  label: string
  description: string
  /** Why it is unavailable. */
  refusal?: string
}

const groups: Readonly<Record<McpFeature, Omit<McpGroup, 'id' | 'refusal'>>> = {
  docs: { label: 'Documentation', description: 'Search the guides of this version.' },
  account: { label: 'Account', description: 'List, create, pause and restore projects.' },
  database: { label: 'Database', description: 'See tables, run SQL, apply migrations.' },
  debugging: { label: 'Debugging', description: 'Read the log, find security and performance problems.' },
  development: { label: 'Development', description: "See the project's URL, its public keys and its types." },
  functions: { label: 'Functions', description: 'This installation has no edge functions.' },
  branching: { label: 'Branching', description: 'See the branches of a project.' },
  storage: { label: 'Storage', description: 'See buckets, change storage settings.' },
}

const NO_ACCOUNT = 'Not available: the server URL names this project.'

/** The feature groups for a project. The dialog's URLs always name a project, which excludes account tools. */
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
  /** Whether changes land on a branch of the agent's own. Not together with `readOnly`. */
  ownBranch: boolean
  /** Empty means the server's defaults. */
  features: readonly McpFeature[]
}

/** The server URL for a client, with its parameters in a fixed order. */
export function mcpAddress({ origin, edition, projectRef, readOnly, ownBranch, features }: McpChoice) {
  const chosen = offeredMcpFeatures[edition].filter((feature) => features.includes(feature))
  const parameters = [
    ...(edition === 'platform' ? [`project_ref=${encodeURIComponent(projectRef)}`] : []),
    ...(ownBranch ? ['branch=auto'] : []),
    ...(readOnly ? ['read_only=true'] : []),
    ...(chosen.length > 0 ? [`features=${chosen.join(',')}`] : []),
  ]
  return `${origin}/mcp${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}
