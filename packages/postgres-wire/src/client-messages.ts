import { FromClient, Target } from './message-codes.ts'
import { PROTOCOL_3_0, REQUEST_CANCEL, REQUEST_SSL } from './startup-packet.ts'
import { cstring, HEADER_BYTES, int16, int32, message, packet } from './write-message.ts'

/** Messages that a client sends. SQL text is bytes in the connection's encoding, held as a `latin1` string. */
export const clientMessages = {
  startup: (parameters: ReadonlyMap<string, string>): Buffer =>
    packet(
      int32(PROTOCOL_3_0),
      ...[...parameters].flatMap(([name, value]) => [cstring(name), cstring(value, 'latin1')]),
      Buffer.alloc(1),
    ),

  /** Asks for encryption; the server answers with one byte. */
  sslRequest: (): Buffer => packet(int32(REQUEST_SSL)),

  cancel: (pid: number, secret: Buffer): Buffer => packet(int32(REQUEST_CANCEL), int32(pid), secret),

  /** A password, or what stands for it: sent after the server has asked for that kind. */
  password: (text: string): Buffer => message(FromClient.password, cstring(text)),

  saslInitial: (mechanism: string, text: string): Buffer => {
    const response = Buffer.from(text, 'latin1')
    return message(FromClient.password, cstring(mechanism), int32(response.length), response)
  },

  saslResponse: (text: string): Buffer => message(FromClient.password, Buffer.from(text, 'latin1')),

  query: (sql: string): Buffer => message(FromClient.query, cstring(sql, 'latin1')),

  /** `rest` is the SQL text with its terminating zero and the parameter types, as the client sent them. */
  parse: (name: string, rest: string): Buffer =>
    message(FromClient.parse, cstring(name), Buffer.from(rest, 'latin1')),

  /**
   * The start of a Bind message; `restBytes` more follow. `portal` is as the client sent it, with its terminating zero.
   * Built in one buffer, because every use of a prepared statement starts with it. Statement names are ASCII here.
   */
  bindHead: (portal: Buffer, statement: string, restBytes: number): Buffer => {
    const statementAt = HEADER_BYTES + portal.length
    const head = Buffer.allocUnsafe(statementAt + statement.length + 1)
    head[0] = FromClient.bind
    head.writeUInt32BE(head.length - 1 + restBytes, 1)
    portal.copy(head, HEADER_BYTES)
    head.write(statement, statementAt, 'latin1')
    head[head.length - 1] = 0
    return head
  },

  /** A Bind without parameters. For a statement that does not exist it fails in every transaction state. */
  bindNothing: (statement: string): Buffer =>
    message(FromClient.bind, cstring(''), cstring(statement), int16(0), int16(0), int16(0)),

  describeStatement: (name: string): Buffer =>
    message(FromClient.describe, Buffer.of(Target.statement), cstring(name)),

  closeStatement: (name: string): Buffer =>
    message(FromClient.close, Buffer.of(Target.statement), cstring(name)),

  flush: (): Buffer => message(FromClient.flush),

  sync: (): Buffer => message(FromClient.sync),

  terminate: (): Buffer => message(FromClient.terminate),
}
