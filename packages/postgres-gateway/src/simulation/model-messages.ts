import { cstring, int16, int32 } from '@basalt/postgres-wire/write-message.ts'
import type { Outcome } from './model-session.ts'

/** A statement that Parse has prepared. */
export interface Prepared {
  sql: string
  parameters: number
}

/** A statement with the values of its Bind, and how many of its rows were sent. */
export interface Portal extends Prepared {
  values: string[]
  outcome?: Outcome
  sentRows: number
}

/** The contents of a Bind message: portal, statement, and values as text. */
export function readBind(bytes: Buffer) {
  const portalEnd = bytes.indexOf(0, 5)
  const nameEnd = bytes.indexOf(0, portalEnd + 1)
  let at = nameEnd + 1
  at += 2 + 2 * bytes.readInt16BE(at)
  const count = bytes.readInt16BE(at)
  at += 2
  const values: string[] = []
  for (let index = 0; index < count; index += 1) {
    const length = bytes.readInt32BE(at)
    values.push(bytes.toString('latin1', at + 4, at + 4 + length))
    at += 4 + length
  }
  return {
    portal: bytes.toString('latin1', 5, portalEnd),
    name: bytes.toString('latin1', portalEnd + 1, nameEnd),
    values,
  }
}

/** The fields of an ErrorResponse or NoticeResponse. */
export const fields = (severity: string, code: string, text: string) => [
  ...[`S${severity}`, `V${severity}`, `C${code}`, `M${text}`].map((field) => cstring(field)),
  Buffer.alloc(1),
]

export const columns = ({ rows = [] }: Pick<Outcome, 'rows'>) => {
  const count = rows[0]?.length ?? 1
  const one = Buffer.concat([cstring('c'), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)])
  return [int16(count), ...Array.from({ length: count }, () => one)]
}

export const cells = (row: readonly (string | null)[]) => [
  int16(row.length),
  ...row.flatMap((cell) =>
    cell === null ? [int32(-1)] : [int32(Buffer.byteLength(cell)), Buffer.from(cell)],
  ),
]
