import type { AiLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import type { CallEndpoint } from '../../../http/on-behalf.ts'

/** What a tool call may read, and with whose permissions. */
export interface ToolContext {
  ref: string
  level: AiLevel
  /** Calls the platform as the caller, which refuses what their role does not allow. */
  call: CallEndpoint
}
