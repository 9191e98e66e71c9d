import type { AiLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import type { CallPlatform } from '../../../http/on-behalf.ts'

/** Where a tool looks, and as whom. */
export interface ToolPlace {
  ref: string
  level: AiLevel
  /** Calls the platform as the caller: what their role does not allow is refused there. */
  call: CallPlatform
}
