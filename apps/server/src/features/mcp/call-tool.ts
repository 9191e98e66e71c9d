import { MCP_ANSWER_MAX, MCP_TYPES_MAX } from '@basalt/contract/mcp/mcp.rules.ts'
import { getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { z } from 'zod'
import { AppError } from '../../http/app-error.ts'
import type { AuditNotes } from '../../http/audit-notes.ts'
import { loggedFields } from '../../http/audit-record.ts'
import { boundedText } from './bounded.ts'
import type { Decision } from './confirmations.ts'
import type { OwnBranch } from './own-branch.ts'
import { inputOf, type Tool, type ToolContext } from './tool.ts'
import type { Toolbox } from './tool-list.ts'

export interface ToolCall extends Omit<ToolContext, 'confirm'> {
  toolbox: Toolbox
  /** Asks the user for confirmation; undefined when the client does not support it. */
  askUser: ((question: string) => Promise<Decision>) | undefined
  /** Where what the session changes lands, with branch=auto. */
  branch: OwnBranch | undefined
  /** Adds details to the call's entry in the audit log. */
  note(known: AuditNotes): void
}

export interface ToolResult extends Record<string, unknown> {
  content: { type: 'text'; text: string }[]
  isError?: true
}

/**
 * Runs one tool. Invalid arguments and errors of the platform or PostgreSQL are results that the agent can act upon.
 * Throws `UnknownTool`, and errors that are no AppError.
 */
export async function callTool(name: unknown, args: unknown, call: ToolCall): Promise<ToolResult> {
  const tool = call.toolbox.tools.find((one) => one.name === name)
  if (!tool) throw new UnknownTool(String(name))
  call.note({ isTrivial: false, details: { tool: tool.name, ...loggedFields(tool.audit, args) } })
  try {
    const value = await runTool(tool, args, call)
    return { content: [{ type: 'text', text: boundedText(asText(value), MCP_TYPES_MAX) }] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    call.note({ code: error.code })
    return { content: [{ type: 'text', text: boundedText(errorText(error), MCP_ANSWER_MAX) }], isError: true }
  }
}

export class UnknownTool extends Error {
  constructor(name: string) {
    super(
      `There is no tool ${name.slice(0, 100)} here. The address determines which feature groups are on and whether anything may be changed.`,
    )
  }
}

async function runTool(tool: Tool, args: unknown, { toolbox, askUser, branch, note, ...context }: ToolCall) {
  const { boundRef } = toolbox
  const parsed = inputOf(tool, boundRef !== undefined).safeParse(args ?? {})
  if (!parsed.success)
    throw new AppError(
      'validation_failed',
      `Wrong arguments for ${tool.name}: ${z.prettifyError(parsed.error)}`,
    )
  const { project_id: ref = boundRef, ...input } = parsed.data as { project_id?: string }

  // What an agent does on a branch of its own, it does to nobody else.
  const ask = branch ? undefined : askUser
  const confirm =
    ask &&
    (async (question: string) => {
      const details = (answer: Decision) => ({ tool: tool.name, ...loggedFields(tool.audit, args), answer })
      // Recorded before the answer, because a client that disconnects during the question also ends the entry.
      note({ code: 'forbidden', details: details('cancel') })
      const decision = await ask(question)
      note({ code: undefined, details: details(decision) })
      if (decision !== 'accept') throw new AppError('forbidden', NOT_CONFIRMED[decision])
    })
  const confirmIf = async (question: string | undefined) => {
    if (question !== undefined) await confirm?.(question)
  }

  if (!tool.isOnProject) {
    await confirmIf(await tool.confirmation?.(input, { ...context, confirm }))
    return tool.run(input, { ...context, confirm })
  }
  const named = await context.call(getProject, { params: { ref: ref ?? '' } })
  const own = tool.effect === 'reads' ? await branch?.find() : await branch?.make()
  const project = own ?? named
  // Not earlier, so that callers without access leave no trace in the audit log of the project.
  note({ projectRef: project.ref, projectName: project.name, organizationSlug: project.organization_slug })
  // Until the session has a branch, its tools read the project itself, and nothing there may be changed.
  const readOnly = context.readOnly || (branch !== undefined && own === undefined)
  const onProject = { ...context, readOnly, confirm, project }
  await confirmIf(await tool.confirmation?.(input, onProject))
  return tool.run(input, onProject)
}

const NOT_CONFIRMED: Record<Exclude<Decision, 'accept'>, string> = {
  decline: 'The user declined. Nothing was done. Do not try to do it another way.',
  cancel: 'The user has not confirmed it. Nothing was done. Ask what they want before you try again.',
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** What an agent needs to correct its call: for SQL what psql prints, for invalid input each issue. */
function errorText({ message, options: { sql, details } }: AppError) {
  if (sql) return sql.formattedError
  const issues = z.array(z.object({ path: z.string(), message: z.string() })).safeParse(details?.issues)
  if (!issues.success) return message
  return [message, ...issues.data.map(({ path, message: issue }) => `${path}: ${issue}`)].join('\n')
}
