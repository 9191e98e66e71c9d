import type { AiLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import {
  type AssistantToolName,
  assistantToolNames,
  CHAT_NAME_MAX,
  mayUse,
} from '@basalt/contract/ai/assistant.rules.ts'
import { z } from 'zod'
import { AppError } from '../../../http/app-error.ts'
import type { AgentTools, ToolDefinition, ToolOutput } from '../../mcp/mcp.port.ts'
import { TOOL_OUTPUT_MAX } from '../ai.rules.ts'
import { listPolicies } from './list-policies.ts'
import type { ToolContext } from './tool-context.ts'

/** Tools that the dashboard carries out or displays for the user to decide. */
const clientTools = [
  {
    name: 'execute_sql',
    description:
      'Displays SQL to the user, who reads it and decides whether to run it. It is not run before. Use it for all SQL that the user may want to run; one call per task.',
    input: z.object({
      sql: z.string().describe('SQL for PostgreSQL 18, formatted'),
      label: z.string().describe('What it does, in two to five words'),
    }),
  },
  {
    name: 'rename_chat',
    description: 'Gives the chat a name. Use it once, when the topic has become clear.',
    input: z.object({ newName: z.string().describe(`At most ${CHAT_NAME_MAX} characters`) }),
  },
] as const

const schemaOf = (input: z.ZodType): object => {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' })
  return schema
}

const ownTools: readonly ToolDefinition[] = [
  ...clientTools.map(({ name, description, input }) => ({ name, description, parameters: schemaOf(input) })),
  listPolicies.definition,
]

export const assistantToolSet = (agent: AgentTools) => ({
  /** Replaces the agents' tools of the same name, such as the one that runs SQL. */
  definitions: [
    ...ownTools,
    ...agent.definitions.filter(({ name }) => isKnown(name) && !ownTools.some((one) => one.name === name)),
  ],

  /** Undefined for tools that the dashboard carries out or displays. */
  async run(name: string, input: unknown, context: ToolContext): Promise<ToolOutput | undefined> {
    if (!isKnown(name)) return toolError(`There is no tool ${name.slice(0, 100)}.`)
    if (!mayUse(name, context.level)) return toolError(privacyNote(context.level))
    const clientTool = clientTools.find((one) => one.name === name)
    if (clientTool) return argumentError(clientTool, input)
    try {
      const output =
        name === 'list_policies'
          ? await listPolicies.run(input, context)
          : await agent.run(name, input, context)
      return { ...output, text: truncated(output.text) }
    } catch (error) {
      if (error instanceof AppError && error.code !== 'gone') return toolError(error.message)
      throw error
    }
  },
})

export type AssistantToolSet = ReturnType<typeof assistantToolSet>

const isKnown = (name: string): name is AssistantToolName =>
  assistantToolNames.some((known) => known === name)

const argumentError = (
  { name, input }: (typeof clientTools)[number],
  args: unknown,
): ToolOutput | undefined => {
  const parsed = input.safeParse(args)
  return parsed.success
    ? undefined
    : toolError(`Wrong arguments for ${name}: ${z.prettifyError(parsed.error)}`)
}

const toolError = (text: string): ToolOutput => ({ text, isError: true })

/** Why a tool has no output, for the model to pass on. */
export const privacyNote = (level: AiLevel) =>
  `The organization of this project shares ${sharedAt[level]} with AI, so this is not available to you. Help with what you know, and tell the user that an owner or administrator can share more in the general settings of the organization, under AI.`

const sharedAt: Record<AiLevel, string> = {
  disabled: 'nothing',
  schema: 'only the schema of the database',
  schema_and_log: 'the schema and the logs, but no rows,',
  schema_and_log_and_data: 'everything',
}

const truncated = (text: string) =>
  text.length <= TOOL_OUTPUT_MAX
    ? text
    : `${text.slice(0, TOOL_OUTPUT_MAX).toWellFormed()}\n… cut off after ${TOOL_OUTPUT_MAX} of ${text.length} characters. Ask for less.`
