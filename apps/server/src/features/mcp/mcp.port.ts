import type { CallPlatform } from '../../http/on-behalf.ts'

/** The answer of a tool. */
export interface ToolAnswer {
  text: string
  isError: boolean
}

/** A tool as a model is told of it. */
export interface DescribedTool {
  readonly name: string
  readonly description: string
  /** A JSON schema. */
  readonly parameters: object
}

/** The tools of agents that only read, bound to one project. */
export interface AgentTools {
  readonly described: readonly DescribedTool[]
  /** `call` calls the platform as the caller, whose role decides what is allowed. */
  run(name: string, input: unknown, place: { ref: string; call: CallPlatform }): Promise<ToolAnswer>
}
