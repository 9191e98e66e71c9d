import { createHash } from 'node:crypto'
import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { FromServer } from '@basalt/postgres-wire/message-codes.ts'
import { PostgresError, serverError } from '@basalt/postgres-wire/postgres-error.ts'
import { endPointHash } from '@basalt/postgres-wire/scram/end-point-hash.ts'
import { ScramClient } from '@basalt/postgres-wire/scram/scram-client.ts'
import { SCRAM, SCRAM_PLUS } from '@basalt/postgres-wire/scram/scram-server.ts'
import type { Dialled } from './dial.ts'
import { takeMessage } from './read-bytes.ts'

const Asks = { nothing: 0, cleartext: 3, md5: 5, sasl: 10, saslContinue: 11, saslFinal: 12 } as const

/**
 * Logs in over an open connection, until the server says that the user is in; what follows is not read.
 * @param parameters of the session, the user and the database included, as bytes read as `latin1`
 * @throws PostgresError the server's error, or why its kind of login is refused
 */
export async function logInThere(
  { socket, certificate }: Pick<Dialled, 'socket' | 'certificate'>,
  { user, password, parameters }: { user: string; password: string; parameters: ReadonlyMap<string, string> },
): Promise<void> {
  socket.write(clientMessages.startup(parameters))
  const endPoint = certificate && endPointHash(certificate)
  let scram: ScramClient | undefined
  let isProven = false
  for (;;) {
    const { type, body, bytes } = await takeMessage(socket)
    if (type === FromServer.errorResponse) throw serverError(bytes)
    if (type === FromServer.noticeResponse || type === FromServer.negotiateProtocolVersion) continue
    if (type !== FromServer.authentication || body.length < 4) throw unexpected()
    const text = body.toString('latin1', 4)
    switch (body.readInt32BE(0)) {
      case Asks.nothing:
        // Access to the platform's network must not open servers that trust it.
        if (!isProven) throw withoutPassword()
        return
      case Asks.cleartext:
        if (!certificate)
          throw refused('asks for the password in clear text over a connection that is not encrypted')
        socket.write(clientMessages.password(password))
        isProven = true
        break
      case Asks.md5:
        socket.write(clientMessages.password(md5Response(user, password, body.subarray(4, 8))))
        isProven = true
        break
      case Asks.sasl: {
        const offered = text.split('\0')
        const isBound = endPoint !== undefined && offered.includes(SCRAM_PLUS)
        if (!isBound && !offered.includes(SCRAM)) throw refused('offers no login by SCRAM-SHA-256')
        scram = new ScramClient(
          { password },
          isBound ? { endPoint } : endPoint === undefined ? undefined : 'not_offered',
        )
        socket.write(clientMessages.saslInitial(isBound ? SCRAM_PLUS : SCRAM, scram.first()))
        break
      }
      case Asks.saslContinue:
        if (!scram) throw unexpected()
        socket.write(clientMessages.saslResponse(await scram.final(text)))
        break
      case Asks.saslFinal:
        if (!scram) throw unexpected()
        scram.verify(text)
        isProven = true
        break
      default:
        throw refused('asks for a kind of login that is no password, such as Kerberos or a certificate')
    }
  }
}

const md5 = (...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest('hex')

/** As PostgreSQL defines it: `md5` and the hash of the hash of password and user, and the server's salt. */
const md5Response = (user: string, password: string, salt: Buffer) => `md5${md5(md5(password, user), salt)}`

const refused = (what: string) => new PostgresError('28000', `The other server ${what}. Not logged in.`)
const unexpected = () => new PostgresError('08P01', 'The other server does not speak PostgreSQL’s protocol.')
const withoutPassword = () =>
  new PostgresError(
    '2F003',
    'The other server asks for no password, and Basalt logs in only where one is needed. Change its pg_hba.conf.',
  )
