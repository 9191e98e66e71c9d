import { exportStoredRows, readStoredRows } from '@basalt/contract/query/stored-rows.endpoints.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import type { ResultFormat } from '@basalt/sql/result-formats.ts'
import { call, send } from '../../../../api/call.ts'
import { downloadUrl } from '../../../../lib/download.ts'
import type { GridArea } from '../../../../ui/grid/grid-range.rules.ts'
import type { RowsSource } from './rows-source.ts'
import { COPIED_LENGTH_MAX } from './stored-rows.rules.ts'

/** Identifies a result stored on the server by its query, and a filtered and sorted view of it. */
export interface StoredResultKey {
  readonly ref: string
  readonly id: string
  /** All rows in the original order when omitted. */
  readonly view?: string | undefined
}

/** Rows that the server exports: all of them, or the selected part. */
export function storedSource(
  { ref, id, view }: StoredResultKey,
  rowCount: number,
  area?: GridArea,
): RowsSource {
  const params = { ref, id }
  const part = area && { ...area, bottom: Math.min(area.bottom, rowCount - 1) }
  const read = async (query: { format: ResultFormat; names?: string }) =>
    textUpTo(await send(exportStoredRows, { params, query: { ...query, ...part, view } }), COPIED_LENGTH_MAX)
  return {
    rowCount: part ? part.bottom - part.top + 1 : rowCount,
    text: (format) => read({ format }),
    plain: async () => (await read({ format: 'tsv', names: 'false' })).replace(/\n$/, ''),
    async download(format) {
      // A failed download cannot be detected, so availability is checked first.
      await call(readStoredRows, { params, query: { count: 1, view } })
      downloadUrl(requestUrl(exportStoredRows, { params, query: { format, ...part, view } }))
    },
  }
}

/** Stops reading and throws a RangeError when the text is longer than `length`. */
async function textUpTo(response: Response, length: number): Promise<string> {
  const pieces: string[] = []
  let read = 0
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value)
    read += piece.value.length
    if (read <= length) continue
    await reader.cancel().catch(() => undefined)
    throw new RangeError('The text is too long')
  }
  return pieces.join('')
}
