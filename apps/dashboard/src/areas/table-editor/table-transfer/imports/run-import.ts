import {
  cancelImport,
  finishImport,
  sendImportPart,
  startImport,
} from '@basalt/contract/table-transfer/table-transfer.endpoints.ts'
import type {
  BadLine,
  ImportEvent,
  ImportResult,
  TableImport,
} from '@basalt/contract/table-transfer/table-transfer.schema.ts'
import type { FilePart, PartOptions } from '@basalt/table-rows/files/read-file.ts'
import { ApiError, failedWith } from '../../../../api/api-error.ts'
import { call, send } from '../../../../api/call.ts'
import { callWithBytes } from '../../../../api/call-with-bytes.ts'
import { linesOf } from '../../../../api/lines.ts'
import type { FileReaderClient } from './file-worker-client.ts'
import { isAboutRows, mergedBadLines } from './import-outcome.rules.ts'

export interface ImportOrder {
  readonly ref: string
  readonly file: Blob
  readonly request: Omit<TableImport, 'explain'>
  readonly options: Pick<PartOptions, 'settings' | 'names' | 'columns'>
}

export interface ImportProgress {
  /** `explaining`: the rows did not fit, so that they are sent again to find out which. */
  readonly step: 'sending' | 'writing'
  readonly isExplaining: boolean
  readonly rows: number
  /** From 0 to 1, of the file. */
  readonly share: number
}

/** Half of what the server takes at once, so that one part is read while another is sent. */
const PART_BYTES = 4 * 1024 * 1024
/** A part whose answer is lost is sent again: the server tells a repetition. */
const ATTEMPTS = 3

/** The rows do not fit; a second attempt finds out which. */
class DoesNotFit extends Error {}

/** The rows were sent and may have been committed; no answer says so. */
export class OutcomeUnknown extends Error {}

const LOOK_FIRST = 'The connection was lost while rows were written. Look at the table before you try again.'
const RESTARTED = 'The server was restarted during the import. Start the import again.'

/**
 * Imports a file, all or nothing. Rows that fit are copied as they come; when some do not, the file is sent once more so
 * that each is named. Rejects with ApiError, an Error for the user, which is OutcomeUnknown when the rows may be there, or
 * the reason of `signal`.
 */
export async function runImport(
  reader: FileReaderClient,
  order: ImportOrder,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<ImportResult> {
  try {
    return await attempt(reader, order, false, onProgress, signal)
  } catch (error) {
    if (!(error instanceof DoesNotFit)) throw error
    return attempt(reader, order, true, onProgress, signal)
  }
}

async function attempt(
  reader: FileReaderClient,
  { ref, file, request, options }: ImportOrder,
  isExplaining: boolean,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<ImportResult> {
  const body = { ...request, explain: isExplaining }
  const { id, has_line_numbers } = await call(startImport, { params: { ref }, body }, signal)
  const params = { ref, id }
  try {
    const order = { ...options, hasLineNumbers: has_line_numbers, partBytes: PART_BYTES }
    await reader.ask({ kind: 'read', file, options: order })
    let count = 0
    let rows = 0
    let bad: readonly BadLine[] = []
    let badCount = 0
    const next = () => {
      const reading = reader.ask({ kind: 'next' })
      reading.catch(() => undefined)
      return reading
    }
    for (let reading = next(); ; ) {
      const read = await reading
      bad = read.bad
      badCount = read.badCount
      // Only staged rows can be left out, or named with those that PostgreSQL refuses.
      if (badCount > 0 && !has_line_numbers) throw new DoesNotFit()
      if (!read.part) break
      reading = next()
      await sendPart(params, count, read.part, signal)
      count += 1
      rows = read.part.rows
      onProgress({ step: 'sending', isExplaining, rows, share: read.part.readBytes / file.size })
    }
    onProgress({ step: 'writing', isExplaining, rows: 0, share: 1 })
    const ended = { parts: count, bad_lines: badCount }
    const last = await lastEvent({ params, body: ended }, signal, (written) =>
      onProgress({
        step: 'writing',
        isExplaining,
        rows: written,
        share: rows === 0 ? 1 : written / rows,
      }),
    )
    if (last?.type === 'done') return mergedBadLines(last.result, bad, badCount)
    if (!last) throw new OutcomeUnknown(LOOK_FIRST)
    if (last.is_outcome_unknown) throw new OutcomeUnknown(last.message)
    throw isAboutRows(last.sqlstate) && !has_line_numbers ? new DoesNotFit() : new Error(last.message)
  } catch (error) {
    if (error instanceof ApiError && isAboutRows(error.body.sqlstate) && !has_line_numbers)
      throw new DoesNotFit()
    // It has ended by itself when the server refused something.
    if (!(error instanceof ApiError) || error.status === 0)
      await call(cancelImport, { params }).catch(() => undefined)
    throw error
  }
}

/** How the import ended; undefined when no answer arrived. A lost answer is asked for again, which repeats nothing. */
async function lastEvent(
  input: Parameters<typeof send<typeof finishImport>>[1],
  signal: AbortSignal,
  onRows: (rows: number) => void,
): Promise<Exclude<ImportEvent, { type: 'writing' }> | undefined> {
  for (let left = ATTEMPTS; left > 0; left -= 1)
    try {
      for await (const line of linesOf(await send(finishImport, input, signal))) {
        const event = JSON.parse(line) as ImportEvent
        if (event.type !== 'writing') return event
        onRows(event.rows)
      }
    } catch (error) {
      if (signal.aborted) throw error
      // A proxy answers for a server that was killed.
      const isAnswered = error instanceof ApiError && error.status !== 0 && error.code !== 'internal'
      if (!isAnswered) continue
      // An earlier attempt may have arrived, and a server that was restarted no longer knows the import.
      if (left < ATTEMPTS) return undefined
      throw failedWith(error, 'not_found') ? new Error(RESTARTED) : error
    }
  return undefined
}

async function sendPart(
  params: { ref: string; id: string },
  part: number,
  { bytes }: FilePart,
  signal: AbortSignal,
) {
  for (let left = ATTEMPTS; ; left -= 1)
    try {
      return await callWithBytes(sendImportPart, { params: { ...params, part: String(part) } }, bytes, signal)
    } catch (error) {
      if (failedWith(error, 'not_found')) throw new Error(RESTARTED)
      const isLost = failedWith(error, 'instance_unavailable') && error.status === 0
      if (!isLost || left === 1) throw error
    }
}
