import type { RowLimit } from '@basalt/contract/query/query.rules.ts'
import type { RunTarget } from './run-target.ts'

/** The text that is run, and the UTF-16 index in the document where it begins. */
export interface QuerySource extends RunTarget {
  readonly sql: string
  readonly from: number
  /** What is sent in its place: the same with a limit at its end. */
  readonly sent?: string
  /** The limit that was put in, or -1 for none where one would have its place. */
  readonly limit?: RowLimit
  /** How many characters of what is sent stand before the text itself. */
  readonly sentBefore?: number
  /** Whether it only shows what would change. */
  readonly isPreview?: boolean
  /** Whether its rows stay at the server, to be read where one looks. */
  readonly isStored?: boolean
  /** Whether it ends with SET, which lasts no longer than the run. */
  readonly leavesSetting?: boolean
}
