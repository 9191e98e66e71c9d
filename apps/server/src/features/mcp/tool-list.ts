import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import { defaultMcpFeatures, offeredMcpFeatures } from '@basalt/contract/mcp/mcp.rules.ts'
import type { McpParameters } from '@basalt/contract/mcp/mcp.schema.ts'
import { SELF_HOSTED_PROJECT_REF } from '@basalt/contract/projects/projects.rules.ts'
import { z } from 'zod'
import { AppError } from '../../http/app-error.ts'
import { inputOf, type Tool } from './tool.ts'
import { accountTools } from './tools/account-tools.ts'
import { branchingTools, ownBranchTools } from './tools/branching-tools.ts'
import { databaseTools } from './tools/database-tools.ts'
import { debuggingTools } from './tools/debugging-tools.ts'
import { developmentTools } from './tools/development-tools.ts'
import { docsTools } from './tools/docs-tools.ts'
import { storageTools } from './tools/storage-tools.ts'

const allTools: readonly Tool[] = [
  ...docsTools,
  ...accountTools,
  ...databaseTools,
  ...debuggingTools,
  ...developmentTools,
  ...branchingTools,
  ...storageTools,
]

/** The tools that a URL selects, its project, and whether they may only read. */
export interface Toolbox {
  readonly tools: readonly Tool[]
  readonly boundRef: string | undefined
  readonly readOnly: boolean
  /** Whether changes land on a branch of the session's own. */
  readonly isOnBranch: boolean
}

/** Throws `validation_failed` for a feature group that the edition does not have. */
export function toolboxOf(
  { project_ref: ref, read_only: readOnly, branch, features }: McpParameters,
  edition: Edition,
): Toolbox {
  const offered = offeredMcpFeatures[edition]
  const missing = features?.find((feature) => !offered.includes(feature))
  if (missing !== undefined)
    throw new AppError(
      'validation_failed',
      `This edition has no feature group ${missing}. It has ${offered.join(', ')}.`,
    )
  const boundRef = ref ?? (edition === 'self-hosted' ? SELF_HOSTED_PROJECT_REF : undefined)
  if (branch !== undefined && boundRef === undefined)
    throw new AppError('validation_failed', 'branch=auto needs project_ref, the project that is branched')
  const isOn = (tool: Tool) =>
    (features ?? defaultMcpFeatures[edition]).includes(tool.feature) &&
    // A URL bound to one project gives no access to others.
    (boundRef === undefined || tool.feature !== 'account') &&
    (!readOnly || tool.effect === 'reads' || tool.readsOnRequest === true)
  const isOnBranch = branch !== undefined
  // Whatever the groups are: a branch that cannot be handed over would be of little use.
  const tools = [...allTools.filter(isOn), ...(isOnBranch ? ownBranchTools : [])]
  return { tools, boundRef, readOnly, isOnBranch }
}

/** A tool as `tools/list` describes it. */
export function toolDefinition(tool: Tool, { boundRef, readOnly }: Toolbox) {
  const { name, title, description, effect, isRepeatable = false } = tool
  const reads = readOnly || effect === 'reads'
  const { $schema: _, ...inputSchema } = z.toJSONSchema(inputOf(tool, boundRef !== undefined), {
    io: 'input',
  })
  return {
    name,
    title,
    description,
    inputSchema,
    annotations: {
      title,
      readOnlyHint: reads,
      ...(!reads && { destructiveHint: effect === 'destroys', idempotentHint: isRepeatable }),
      openWorldHint: false,
    },
  }
}
