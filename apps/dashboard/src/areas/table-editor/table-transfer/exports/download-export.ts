import { exportTable } from '@basalt/contract/table-transfer/table-transfer.endpoints.ts'
import { exportFileName } from '@basalt/contract/table-transfer/table-transfer.rules.ts'
import type { TableExport } from '@basalt/contract/table-transfer/table-transfer.schema.ts'
import { send } from '../../../../api/call.ts'
import { saveBlob } from '../../../../lib/download.ts'
import { rowCounter } from './row-counter.rules.ts'

export interface ExportProgress {
  readonly rows: number
  readonly bytes: number
}

export interface ExportOrder {
  readonly ref: string
  readonly table: { readonly id: number; readonly name: string }
  readonly request: TableExport
  /** Text at the beginning of the file. */
  readonly head?: string
}

/** What is collected before it goes to a blob, which the browser keeps outside the page's memory. */
const BLOB_BYTES = 8 * 1024 * 1024

/** Downloads the rows and saves them as a file. Rejects with ApiError, and for a download that is not complete. */
export async function downloadExport(
  { ref, table, request, head = '' }: ExportOrder,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<ExportProgress> {
  const params = { ref, oid: String(table.id) }
  const response = await send(exportTable, { params, body: request }, signal)
  const type = response.headers.get('content-type') ?? ''
  const count = rowCounter(request.format)
  const blobs: Blob[] = head === '' ? [] : [new Blob([head])]
  let pieces: Uint8Array<ArrayBuffer>[] = []
  let collected = 0
  let progress: ExportProgress = { rows: 0, bytes: 0 }
  const reader = response.body!.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw signal.aborted
        ? error
        : new Error('The download broke off before its end. Nothing was saved.', { cause: error })
    })
    if (done) break
    pieces.push(value)
    collected += value.length
    progress = { rows: count(value), bytes: progress.bytes + value.length }
    onProgress(progress)
    if (collected < BLOB_BYTES) continue
    blobs.push(new Blob(pieces))
    pieces = []
    collected = 0
  }
  saveBlob(exportFileName(table.name, request.format), new Blob([...blobs, ...pieces], { type }))
  return progress
}
