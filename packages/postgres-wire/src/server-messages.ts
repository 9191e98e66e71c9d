import { FromServer } from './message-codes.ts'
import type { PostgresError } from './postgres-error.ts'
import { cstring, int32, message } from './write-message.ts'

const field = (letter: string, text: string) => cstring(letter + text)

/** Messages that a server sends. */
export const serverMessages = {
  error: (error: PostgresError): Buffer =>
    message(
      FromServer.errorResponse,
      field('S', error.severity),
      field('V', error.severity),
      field('C', error.sqlstate),
      field('M', error.message),
      ...(error.detail === undefined ? [] : [field('D', error.detail)]),
      ...(error.hint === undefined ? [] : [field('H', error.hint)]),
      Buffer.alloc(1),
    ),

  authenticationOk: (): Buffer => message(FromServer.authentication, int32(0)),

  saslMechanisms: (names: readonly string[]): Buffer =>
    message(FromServer.authentication, int32(10), ...names.map((name) => cstring(name)), Buffer.alloc(1)),

  saslContinue: (text: string): Buffer =>
    message(FromServer.authentication, int32(11), Buffer.from(text, 'latin1')),

  saslFinal: (text: string): Buffer =>
    message(FromServer.authentication, int32(12), Buffer.from(text, 'latin1')),

  parameterStatus: (name: string, value: string): Buffer =>
    message(FromServer.parameterStatus, cstring(name), cstring(value, 'latin1')),

  backendKeyData: (pid: number, secret: Buffer): Buffer =>
    message(FromServer.backendKeyData, int32(pid), secret),

  /** `minor` is the newest minor version of protocol 3 that is supported; the options are those not understood. */
  negotiateProtocolVersion: (minor: number, unknownOptions: readonly string[]): Buffer =>
    message(
      FromServer.negotiateProtocolVersion,
      int32(3 * 0x10000 + minor),
      int32(unknownOptions.length),
      ...unknownOptions.map((name) => cstring(name)),
    ),

  readyForQuery: (status: number): Buffer => message(FromServer.readyForQuery, Buffer.of(status)),
}
