import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { PostgresError } from '../postgres-error.ts'
import { hmac, sha256, xor } from './scram-verifier.ts'

const NONCE_BYTES = 18
const HASH_BYTES = 32

/** The keys of RFC 5802 are enough to log in without the password. */
export type ScramCredentials = { clientKey: Buffer; serverKey: Buffer } | { password: string }

/** The client side of RFC 5802, towards PostgreSQL. */
export class ScramClient {
  readonly #credentials: ScramCredentials
  readonly #nonce = randomBytes(NONCE_BYTES).toString('base64')
  #expected = ''

  constructor(credentials: ScramCredentials) {
    this.#credentials = credentials
  }

  first(): string {
    return `n,,${this.#firstBare()}`
  }

  /** Returns the reply to the server's first message. @throws PostgresError when that message is malformed */
  async final(serverFirst: string): Promise<string> {
    const [, nonce, salt, iterations] = /^r=([^,]+),s=([^,]+),i=(\d+)/.exec(serverFirst) ?? []
    if (!nonce?.startsWith(this.#nonce) || !salt || !iterations) throw serverNotProven()
    const { clientKey, serverKey } = await deriveKeys(this.#credentials, salt, Number(iterations))
    const withoutProof = `c=${Buffer.from('n,,').toString('base64')},r=${nonce}`
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
    credentials.password,
    Buffer.from(salt, 'base64'),
    iterations,
    HASH_BYTES,
    'sha256',
  )
  return { clientKey: hmac(salted, 'Client Key'), serverKey: hmac(salted, 'Server Key') }
}

const serverNotProven = () =>
  new PostgresError('08006', 'The database server did not prove that it knows the role.')
