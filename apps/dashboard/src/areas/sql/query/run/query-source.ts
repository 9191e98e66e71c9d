import type { RowLimit } from '@basalt/contract/query/query.rules.ts'
import type { RunTarget } from './run-target.ts'

/** The SQL to run, and the UTF-16 index in the document where it starts. */
export interface QuerySource extends RunTarget {
  readonly sql: string
  readonly from: number
  /** The rewritten SQL that is sent instead, such as with a limit. */
  readonly sent?: string
  /** The limit that was added, or -1 when one could be added. */
  readonly limit?: RowLimit
  /** The number of characters in `sent` before the original SQL. */
  readonly sentBefore?: number
  /** Whether it only previews a change. */
  readonly isPreview?: boolean
  /** Whether its rows are stored on the server and loaded on demand. */
  readonly isStored?: boolean
  /** Whether it removes data, so that the moment before it gets a name. */
  readonly removesData?: boolean
  /** Whether it ends with SET, which applies only to the run. */
  readonly leavesSetting?: boolean
}
