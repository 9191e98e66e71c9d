import { exportStoredRows, readStoredRows } from '@basalt/contract/query/stored-rows.endpoints.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import type { ResultFormat } from '@basalt/sql/result-text.ts'
import { call, send } from '../../../../api/call.ts'
import { followAddress } from '../../../../lib/download.ts'
import type { GridArea } from '../../../../ui/grid/grid-range.rules.ts'
import type { RowsSource } from './rows-source.ts'
import { COPIED_LENGTH_MAX } from './stored-rows.rules.ts'

/** A result that lies at the server, by the id of its query; and the order in which it is shown there. */
export interface StoredPlace {
  readonly ref: string
  readonly id: string
  /** All rows as they came when left out. */
  readonly view?: string | undefined
}

/** Rows that the server writes: all of them, or a part. */
export function storedSource({ ref, id, view }: StoredPlace, rowCount: number, area?: GridArea): RowsSource {
  const params = { ref, id }
  const part = area && { ...area, bottom: Math.min(area.bottom, rowCount - 1) }
  const read = async (query: { format: ResultFormat; names?: string }) =>
    textUpTo(await send(exportStoredRows, { params, query: { ...query, ...part, view } }), COPIED_LENGTH_MAX)
  return {
    rowCount: part ? part.bottom - part.top + 1 : rowCount,
    text: (format) => read({ format }),
    plain: async () => (await read({ format: 'tsv', names: 'false' })).replace(/\n$/, ''),
    async download(format) {
      // Nobody hears of a download that fails.
      await call(readStoredRows, { params, query: { count: 1, view } })
      followAddress(requestUrl(exportStoredRows, { params, query: { format, ...part, view } }))
    },
  }
}

/** @throws RangeError for a longer text, of which no more is read then */
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
