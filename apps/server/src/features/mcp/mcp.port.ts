import type { CallEndpoint } from '../../http/on-behalf.ts'

/** The output of a tool. */
export interface ToolOutput {
  text: string
  isError: boolean
}

/** A tool as a model receives it. */
export interface ToolDefinition {
  readonly name: string
  readonly description: string
  /** A JSON schema. */
  readonly parameters: object
}

/** The agents' read-only tools, bound to one project. */
export interface AgentTools {
  readonly definitions: readonly ToolDefinition[]
  /** `call` calls the platform with the caller's permissions. */
  run(name: string, input: unknown, context: { ref: string; call: CallEndpoint }): Promise<ToolOutput>
}
