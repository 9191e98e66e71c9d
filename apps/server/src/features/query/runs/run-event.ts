import type { QueryNotice, ResultRow } from '@basalt/contract/query/query.schema.ts'
import type {
  NoticeMessage,
  NotificationMessage,
  RowDescription,
} from '../../../platform/project-databases/sql/protocol.ts'

/** A column of a result, as the wire protocol describes it: types by their oid. */
export interface ResultColumn {
  readonly name: string
  readonly typeId: number
  readonly tableId: number
  readonly columnId: number
}

/** Rows as the messages that the database sent, one behind another. */
export interface PackedRows {
  readonly type: 'packed-rows'
  readonly messages: Buffer
  /** To be called by who has read them; their memory is then used again. */
  giveBack(): void
}

/** What a running text brings, for each statement in this order: columns, rows …, end. Notices come in between. */
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

/** In psql's words. */
export const noticeOfNotification = ({ channel, payload, processId }: NotificationMessage): QueryNotice => ({
  severity: 'NOTIFY',
  message:
    payload === ''
      ? `Asynchronous notification "${channel}" received from server process with PID ${processId}.`
      : `Asynchronous notification "${channel}" with payload "${payload}" received from server process with PID ${processId}.`,
})
