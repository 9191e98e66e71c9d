import type pg from 'pg'
import type { DatabaseSocket } from './database-socket.ts'

/**
 * What a query run uses of the driver's connection. Declared here because the driver's published types describe an older
 * version.
 */
export interface ProtocolConnection {
  readonly stream: DatabaseSocket
  parse(message: { text: string }): void
  bind(message: object): void
  describe(message: { type: 'P' | 'S' }): void
  execute(message: { rows: number }): void
  close(message: { type: 'P' | 'S' }): void
  flush(): void
  sync(): void
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
  on(event: 'copyOutResponse', listener: (message: CopyResponse) => void): void
  on(event: 'notification', listener: (message: NotificationMessage) => void): void
  on(event: 'notice', listener: (message: NoticeMessage) => void): void
  once(event: 'readyForQuery', listener: (message: { status: TransactionStatus }) => void): void
  once(event: 'error', listener: (error: Error) => void): void
  once(event: 'end', listener: () => void): void
  off(event: string, listener: (message: never) => void): void
}

/** The state of a session that is ready for a query: idle, in a transaction, or in a failed one. */
export type TransactionStatus = 'I' | 'T' | 'E'

export interface CopyResponse {
  readonly binary: boolean
}

export interface NoticeMessage {
  readonly severity?: string
  readonly message?: string
  readonly detail?: string
  readonly hint?: string
}

/** A notification that NOTIFY sent to this listening session. */
export interface NotificationMessage {
  readonly channel: string
  readonly payload: string
  readonly processId: number
}

export interface DataRow {
  readonly length: number
  readonly fields: (string | null)[]
}

export interface RowDescription {
  readonly fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[]
}

/** A pooled client, with the parts that its published type omits. */
export type ProtocolClient = pg.PoolClient & {
  readonly connection: ProtocolConnection
  readonly host: string
  readonly port: number
  readonly processID: number
  readonly secretKey: number
}
