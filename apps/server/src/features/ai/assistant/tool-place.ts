import type { AiLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import type { CallPlatform } from '../../../http/on-behalf.ts'
import type { ToolForModel } from '../chat-endpoint.ts'

/** Where a tool looks, and as whom. */
export interface ToolPlace {
  ref: string
  level: AiLevel
  /** Calls the platform as the caller: what their role does not allow is refused there. */
  call: CallPlatform
}

export interface ToolAnswer {
  text: string
  isError: boolean
}

/** What else can look into a project; handed in, because others have it already. */
export interface AgentTools {
  readonly described: readonly ToolForModel[]
  run(name: string, input: unknown, place: Pick<ToolPlace, 'ref' | 'call'>): Promise<ToolAnswer>
}
