import { randomBytes, timingSafeEqual } from 'node:crypto'
import { PostgresError } from '../postgres-error.ts'
import { hmac, type ScramVerifier, sha256, xor } from './scram-verifier.ts'

export const SCRAM = 'SCRAM-SHA-256'
export const SCRAM_PLUS = 'SCRAM-SHA-256-PLUS'

const NONCE_BYTES = 18
const HASH_BYTES = 32
const GS2_HEADER = /^(?:n|y|p=tls-server-end-point),,/

export interface ScramProven {
  /** The server signature, which proves to the client that the server has the verifier. */
  serverFinal: string
  /** Only a client that knows the password can compute it. It logs in at any server that has the same verifier. */
  clientKey: Buffer
}

/**
 * The server side of RFC 5802 and RFC 7677. `endPoint` is the hash of the server's certificate (RFC 5929), undefined
 * without TLS.
 */
export class ScramServer {
  readonly #verifier: ScramVerifier
  readonly #endPoint: Buffer | undefined
  #gs2Header = ''
  #clientFirstBare = ''
  #serverFirst = ''
  #nonce = ''

  constructor(verifier: ScramVerifier, endPoint: Buffer | undefined) {
    this.#verifier = verifier
    this.#endPoint = endPoint
  }

  get mechanisms(): string[] {
    return this.#endPoint ? [SCRAM_PLUS, SCRAM] : [SCRAM]
  }

  /** Returns the reply to the client's first message. @throws PostgresError when it is malformed or was tampered with */
  first(mechanism: string, text: string): string {
    if (!this.mechanisms.includes(mechanism))
      throw new PostgresError('08P01', 'client selected an invalid SASL authentication mechanism')
    this.#gs2Header = GS2_HEADER.exec(text)?.[0] ?? ''
    this.#clientFirstBare = text.slice(this.#gs2Header.length)
    const clientNonce = /^n=[^,]*,r=([\x21-\x2b\x2d-\x7e]+)(?:,|$)/.exec(this.#clientFirstBare)?.[1]
    if (this.#gs2Header === '' || clientNonce === undefined) throw malformed()
    const isBound = this.#gs2Header.startsWith('p')
    if (isBound !== (mechanism === SCRAM_PLUS)) throw malformed()
    // The client supports channel binding, but someone in between hid that the server offers it.
    if (this.#gs2Header.startsWith('y') && this.#endPoint)
      throw new PostgresError('28000', 'SCRAM channel binding negotiation error')
    this.#nonce = clientNonce + randomBytes(NONCE_BYTES).toString('base64')
    this.#serverFirst = `r=${this.#nonce},s=${this.#verifier.salt.toString('base64')},i=${this.#verifier.iterations}`
    return this.#serverFirst
  }

  /** Returns the reply to the client's final message; undefined for a wrong password. @throws PostgresError as `first` */
  final(text: string): ScramProven | undefined {
    const [, withoutProof, binding, nonce, proofText] = /^(c=([^,]*),r=([^,]*).*),p=([^,]*)$/.exec(text) ?? []
    if (!withoutProof || binding === undefined || nonce !== this.#nonce) throw malformed()
    const proof = Buffer.from(proofText ?? '', 'base64')
    if (proof.length !== HASH_BYTES) throw malformed()
    const bound = this.#gs2Header.startsWith('p') ? this.#endPoint! : Buffer.alloc(0)
    if (binding !== Buffer.concat([Buffer.from(this.#gs2Header), bound]).toString('base64'))
      throw new PostgresError('28000', 'SCRAM channel binding check failed')
    const { storedKey, serverKey, isMock } = this.#verifier
    const conversation = `${this.#clientFirstBare},${this.#serverFirst},${withoutProof}`
    const clientKey = xor(proof, hmac(storedKey, conversation))
    const serverFinal = `v=${hmac(serverKey, conversation).toString('base64')}`
    // A mock is compared too, so that both cases take the same time.
    const isRight = timingSafeEqual(sha256(clientKey), storedKey)
    return isRight && !isMock ? { serverFinal, clientKey } : undefined
  }
}

const malformed = () => new PostgresError('08P01', 'malformed SCRAM message')
