import { MCP_ANSWER_MAX, MCP_TYPES_MAX } from '@basalt/contract/mcp/mcp.rules.ts'
import { getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { z } from 'zod'
import { AppError } from '../../http/app-error.ts'
import type { AuditNotes } from '../../http/audit-notes.ts'
import { keptFields } from '../../http/audit-record.ts'
import { boundedText } from './bounded.ts'
import type { Decision } from './confirmations.ts'
import { inputOf, type Tool, type ToolContext } from './tool.ts'
import type { Toolbox } from './tool-list.ts'

export interface ToolCall extends Omit<ToolContext, 'confirm'> {
  toolbox: Toolbox
  /** Puts a question to a person; undefined where the client cannot. */
  ask: ((question: string) => Promise<Decision>) | undefined
  /** Adds to what the audit log tells of the call. */
  note(known: AuditNotes): void
}

export interface ToolResult extends Record<string, unknown> {
  content: { type: 'text'; text: string }[]
  isError?: true
}

/**
 * Runs one tool. What is wrong with its arguments, and what the platform or PostgreSQL refuses, is a result that the
 * agent can read and act upon; only an unknown tool is thrown, as `UnknownTool`.
 */
export async function callTool(name: unknown, args: unknown, call: ToolCall): Promise<ToolResult> {
  const tool = call.toolbox.tools.find((one) => one.name === name)
  if (!tool) throw new UnknownTool(String(name))
  call.note({ isTrivial: false, details: { tool: tool.name, ...keptFields(tool.audit, args) } })
  try {
    const value = await runTool(tool, args, call)
    return { content: [{ type: 'text', text: boundedText(asText(value), MCP_TYPES_MAX) }] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    call.note({ code: error.code })
    return { content: [{ type: 'text', text: boundedText(wordsOf(error), MCP_ANSWER_MAX) }], isError: true }
  }
}

export class UnknownTool extends Error {
  constructor(name: string) {
    super(
      `There is no tool ${name.slice(0, 100)} here. The address says which feature groups are on, and whether anything may be changed.`,
    )
  }
}

async function runTool(tool: Tool, args: unknown, { toolbox, ask, note, ...context }: ToolCall) {
  const { boundRef } = toolbox
  const parsed = inputOf(tool, boundRef !== undefined).safeParse(args ?? {})
  if (!parsed.success)
    throw new AppError(
      'validation_failed',
      `Wrong arguments for ${tool.name}: ${z.prettifyError(parsed.error)}`,
    )
  const { project_id: ref = boundRef, ...input } = parsed.data as { project_id?: string }

  const confirm =
    ask &&
    (async (question: string) => {
      const told = (answer: Decision) => ({ tool: tool.name, ...keptFields(tool.audit, args), answer })
      // Recorded before the answer, because a client that disconnects during the question also ends the entry.
      note({ code: 'forbidden', details: told('cancel') })
      const decision = await ask(question)
      note({ code: undefined, details: told(decision) })
      if (decision !== 'accept') throw new AppError('forbidden', NOT_CONFIRMED[decision])
    })
  const confirmIf = async (question: string | undefined) => {
    if (question !== undefined) await confirm?.(question)
  }

  if (!tool.isOnProject) {
    await confirmIf(await tool.asks?.(input, { ...context, confirm }))
    return tool.run(input, { ...context, confirm })
  }
  const project = await context.call(getProject, { params: { ref: ref ?? '' } })
  // Only now, so that users who cannot see a project leave no trace in its log.
  note({ projectRef: project.ref, projectName: project.name, organizationSlug: project.organization_slug })
  const onProject = { ...context, confirm, project }
  await confirmIf(await tool.asks?.(input, onProject))
  return tool.run(input, onProject)
}

const NOT_CONFIRMED: Record<Exclude<Decision, 'accept'>, string> = {
  decline: 'The user was asked and said no. Nothing was done. Do not try it in another way.',
  cancel:
    'The user was asked and has not decided. Nothing was done. Ask what they want before you try again.',
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** What an agent needs to do better: for SQL what psql prints, for wrong input each fault. */
function wordsOf({ message, options: { sql, details } }: AppError) {
  if (sql) return sql.formattedError
  const issues = z.array(z.object({ path: z.string(), message: z.string() })).safeParse(details?.issues)
  if (!issues.success) return message
  return [message, ...issues.data.map(({ path, message: fault }) => `${path}: ${fault}`)].join('\n')
}
