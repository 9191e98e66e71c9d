import { FromClient } from '@basalt/postgres-wire/message-codes.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { ScramServer } from '@basalt/postgres-wire/scram/scram-server.ts'
import type { ScramVerifier } from '@basalt/postgres-wire/scram/scram-verifier.ts'
import { serverMessages } from '@basalt/postgres-wire/server-messages.ts'
import { SASL_MESSAGE_MAX_BYTES } from '../gateway.rules.ts'
import type { PacketStream } from './packet-stream.ts'

/**
 * Lets a connection prove that it knows the password; answers the client key that the proof reveals.
 * @throws PostgresError 28P01 in the same words whether the password is wrong or nobody has that name
 */
export async function authenticate(
  stream: PacketStream,
  { user, verifier, endPoint }: { user: string; verifier: ScramVerifier; endPoint: Buffer | undefined },
): Promise<Buffer> {
  const scram = new ScramServer(verifier, endPoint)
  stream.socket.write(serverMessages.saslMechanisms(scram.mechanisms))
  const initial = await stream.message(FromClient.password, SASL_MESSAGE_MAX_BYTES)
  const nameEnd = initial.indexOf(0)
  if (nameEnd < 0 || initial.length < nameEnd + 5) throw new PostgresError('08P01', 'malformed SCRAM message')
  const first = scram.first(initial.toString('latin1', 0, nameEnd), initial.toString('latin1', nameEnd + 5))
  stream.socket.write(serverMessages.saslContinue(first))
  const last = await stream.message(FromClient.password, SASL_MESSAGE_MAX_BYTES)
  const proven = scram.final(last.toString('latin1'))
  if (!proven)
    throw new PostgresError('28P01', `password authentication failed for user "${fromBytes(user)}"`)
  stream.socket.write(
    Buffer.concat([serverMessages.saslFinal(proven.serverFinal), serverMessages.authenticationOk()]),
  )
  return proven.clientKey
}

/** What a startup packet holds is bytes; people's names in them are nearly always UTF-8. */
const fromBytes = (text: string) => Buffer.from(text, 'latin1').toString()
