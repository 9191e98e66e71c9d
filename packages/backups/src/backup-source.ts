import type { PackEvent } from './pack-writer.ts'

/** The server's list of files, as it is called in the pack. */
export const MANIFEST = 'backup_manifest'

/** A position in the log. */
export interface Position {
  lsn: string
  timeline: number
}

/** Where the files of a backup come from. */
export interface BackupSource {
  systemId: string
  /** All files, and the manifest at last. A backup whose events have not ended is none. */
  events(): AsyncGenerator<PackEvent>
  /** Known once the events have ended, like all of these. */
  readonly folders: readonly string[]
  /** Whether a file that was among the events does not belong to the backup. */
  omits(path: string): boolean
  /** Recovery begins at `start`, and the data is consistent at `end`. */
  range(): { start: Position; end: Position }
  close(): Promise<void>
}
