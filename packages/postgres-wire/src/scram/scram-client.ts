import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { PostgresError } from '../postgres-error.ts'
import { preparedPassword } from './prepared-password.ts'
import { hmac, sha256, xor } from './scram-verifier.ts'

const NONCE_BYTES = 18
const HASH_BYTES = 32

/** A server could keep our processor busy with more: this is about a second, and thirty times Basalt's own count. */
const ITERATIONS_MAX = 1_000_000

/** The keys of RFC 5802 are enough to log in without the password. */
export type ScramCredentials = { clientKey: Buffer; serverKey: Buffer } | { password: string }

/**
 * How a login is tied to the server's certificate: by its hash (RFC 5929), or not because the server does not offer it,
 * which it confirms, so that nobody in between can have removed the offer.
 */
export type ChannelBinding = { endPoint: Buffer } | 'not_offered'

const headerOf = (binding: ChannelBinding | undefined) =>
  binding === undefined ? 'n,,' : binding === 'not_offered' ? 'y,,' : 'p=tls-server-end-point,,'

/** The client side of RFC 5802, towards PostgreSQL. */
export class ScramClient {
  readonly #credentials: ScramCredentials
  readonly #header: string
  readonly #endPoint: Buffer
  readonly #nonce = randomBytes(NONCE_BYTES).toString('base64')
  #expected = ''

  /** Without `binding` the login is tied to no certificate, as over an unencrypted connection. */
  constructor(credentials: ScramCredentials, binding?: ChannelBinding) {
    this.#credentials = credentials
    this.#header = headerOf(binding)
    this.#endPoint = typeof binding === 'object' ? binding.endPoint : Buffer.alloc(0)
  }

  first(): string {
    return `${this.#header}${this.#firstBare()}`
  }

  /** Returns the reply to the server's first message. @throws PostgresError when that message is malformed */
  async final(serverFirst: string): Promise<string> {
    const [, nonce, salt, iterations] = /^r=([^,]+),s=([^,]+),i=(\d+)/.exec(serverFirst) ?? []
    if (!nonce?.startsWith(this.#nonce) || !salt || !iterations) throw serverNotProven()
    if (Number(iterations) > ITERATIONS_MAX)
      throw new PostgresError(
        '08006',
        `The server asks for ${iterations} rounds of SCRAM, which is too many.`,
      )
    const { clientKey, serverKey } = await deriveKeys(this.#credentials, salt, Number(iterations))
    const bound = Buffer.concat([Buffer.from(this.#header), this.#endPoint])
    const withoutProof = `c=${bound.toString('base64')},r=${nonce}`
    const conversation = `${this.#firstBare()},${serverFirst},${withoutProof}`
    this.#expected = `v=${hmac(serverKey, conversation).toString('base64')}`
    const proof = xor(clientKey, hmac(sha256(clientKey), conversation))
    return `${withoutProof},p=${proof.toString('base64')}`
  }

  /** @throws PostgresError when the server did not know the verifier */
  verify(serverFinal: string) {
    const given = Buffer.from(serverFinal)
    const expected = Buffer.from(this.#expected)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw serverNotProven()
  }

  #firstBare() {
    return `n=,r=${this.#nonce}`
  }
}

async function deriveKeys(credentials: ScramCredentials, salt: string, iterations: number) {
  if (!('password' in credentials)) return credentials
  const salted = await promisify(pbkdf2)(
    preparedPassword(credentials.password),
    Buffer.from(salt, 'base64'),
    iterations,
    HASH_BYTES,
    'sha256',
  )
  return { clientKey: hmac(salted, 'Client Key'), serverKey: hmac(salted, 'Server Key') }
}

const serverNotProven = () =>
  new PostgresError('08006', 'The database server did not prove that it knows the role.')
