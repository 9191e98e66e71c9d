import type { QueryNotice, ResultRow } from '@basalt/contract/query/query.schema.ts'
import type {
  NoticeMessage,
  NotificationMessage,
  RowDescription,
} from '../../../platform/project-databases/sql/protocol.ts'

/** A result column as described by the wire protocol, its type as an oid. */
export interface ResultColumn {
  readonly name: string
  readonly typeId: number
  readonly tableId: number
  readonly columnId: number
}

/** Rows as consecutive DataRow messages. */
export interface PackedRows {
  readonly type: 'packed-rows'
  readonly messages: Buffer
  /** To be called after reading, so that the memory can be reused. */
  release(): void
}

/** The events of a running text. Each statement has, in this order: columns, rows, statement. Notices come between. */
export type RunEvent =
  | { type: 'columns'; columns: ResultColumn[] }
  | { type: 'rows'; rows: ResultRow[] }
  | PackedRows
  | { type: 'notice'; notice: QueryNotice }
  | { type: 'statement'; command: string; rowCount: number | null; truncated: boolean; durationMs: number }

export const resultColumn = (field: RowDescription['fields'][number]): ResultColumn => ({
  name: field.name,
  typeId: field.dataTypeID,
  tableId: field.tableID,
  columnId: field.columnID,
})

export const noticeOf = ({
  severity = 'NOTICE',
  message = '',
  detail,
  hint,
}: NoticeMessage): QueryNotice => ({
  severity,
  message,
  ...(detail !== undefined && { detail }),
  ...(hint !== undefined && { hint }),
})

/** In the format of psql. */
export const noticeOfNotification = ({ channel, payload, processId }: NotificationMessage): QueryNotice => ({
  severity: 'NOTIFY',
  message:
    payload === ''
      ? `Asynchronous notification "${channel}" received from server process with PID ${processId}.`
      : `Asynchronous notification "${channel}" with payload "${payload}" received from server process with PID ${processId}.`,
})
