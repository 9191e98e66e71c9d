import type { AiLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import {
  type AssistantToolName,
  assistantToolNames,
  CHAT_NAME_MAX,
  mayUse,
} from '@basalt/contract/ai/assistant.rules.ts'
import { z } from 'zod'
import { AppError } from '../../../http/app-error.ts'
import type { AgentTools, ToolAnswer } from '../../mcp/mcp.port.ts'
import { TOOL_ANSWER_MAX } from '../ai.rules.ts'
import type { ToolForModel } from '../chat-endpoint.ts'
import { listPolicies } from './list-policies.ts'
import type { ToolPlace } from './tool-place.ts'

/** Tools that the dashboard carries out, or shows for the user to decide about. */
const shown = [
  {
    name: 'execute_sql',
    description:
      'Shows SQL to the user, who reads it and decides whether to run it. It is not run before. Use it for every SQL text that the user may want to run; one call for one task.',
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

const own: readonly ToolForModel[] = [
  ...shown.map(({ name, description, input }) => ({ name, description, parameters: schemaOf(input) })),
  listPolicies.described,
]

export const assistantToolSet = (agent: AgentTools) => ({
  /** Agents have a tool that runs SQL, which the assistant has not: of one name only its own is told. */
  described: [
    ...own,
    ...agent.described.filter(({ name }) => isKnown(name) && !own.some((one) => one.name === name)),
  ],

  /** Undefined for what the user is shown and decides about. */
  async run(name: string, input: unknown, place: ToolPlace): Promise<ToolAnswer | undefined> {
    if (!isKnown(name)) return refused(`There is no tool ${name.slice(0, 100)}.`)
    if (!mayUse(name, place.level)) return refused(privacyNote(place.level))
    const ours = shown.find((one) => one.name === name)
    if (ours) return refusalOf(ours, input)
    try {
      const answer =
        name === 'list_policies' ? await listPolicies.run(input, place) : await agent.run(name, input, place)
      return { ...answer, text: bounded(answer.text) }
    } catch (error) {
      if (error instanceof AppError && error.code !== 'gone') return refused(error.message)
      throw error
    }
  },
})

export type AssistantToolSet = ReturnType<typeof assistantToolSet>

const isKnown = (name: string): name is AssistantToolName =>
  assistantToolNames.some((known) => known === name)

const refusalOf = ({ name, input }: (typeof shown)[number], args: unknown): ToolAnswer | undefined => {
  const parsed = input.safeParse(args)
  return parsed.success ? undefined : refused(`Wrong arguments for ${name}: ${z.prettifyError(parsed.error)}`)
}

const refused = (text: string): ToolAnswer => ({ text, isError: true })

/** Why a tool has no answer, for the model to pass on. */
export const privacyNote = (level: AiLevel) =>
  `The organization of this project shares ${sharedAt[level]} with AI, so this is not available to you. Help with what you know, and tell the user that an owner or administrator can share more in the general settings of the organization, under AI.`

const sharedAt: Record<AiLevel, string> = {
  disabled: 'nothing',
  schema: 'only the schema of the database',
  schema_and_log: 'the schema and the logs, but no rows,',
  schema_and_log_and_data: 'everything',
}

const bounded = (text: string) =>
  text.length <= TOOL_ANSWER_MAX
    ? text
    : `${text.slice(0, TOOL_ANSWER_MAX).toWellFormed()}\n… cut off after ${TOOL_ANSWER_MAX} of ${text.length} characters. Ask for less.`
