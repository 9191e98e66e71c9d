import { randomBytes, timingSafeEqual } from 'node:crypto'
import { PostgresError } from '../postgres-error.ts'
import { hmac, type ScramVerifier, sha256, xor } from './scram-verifier.ts'

export const SCRAM = 'SCRAM-SHA-256'
export const SCRAM_PLUS = 'SCRAM-SHA-256-PLUS'

const NONCE_BYTES = 18
const HASH_BYTES = 32
const GS2_HEADER = /^(?:n|y|p=tls-server-end-point),,/

export interface ScramProven {
  /** Signed with the server's key: how the client knows that it does not talk to an impostor. */
  serverFinal: string
  /** What only one who knows the password can make; with it the same verifier is answered elsewhere. */
  clientKey: Buffer
}

/**
 * The server's side of RFC 5802 and RFC 7677. `endPoint` is the hash of the certificate that the client saw
 * (RFC 5929), undefined without TLS.
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

  /** Answers the client's first message. @throws PostgresError when it is malformed or was tampered with */
  first(mechanism: string, text: string): string {
    if (!this.mechanisms.includes(mechanism))
      throw new PostgresError('08P01', 'client selected an invalid SASL authentication mechanism')
    this.#gs2Header = GS2_HEADER.exec(text)?.[0] ?? ''
    this.#clientFirstBare = text.slice(this.#gs2Header.length)
    const clientNonce = /^n=[^,]*,r=([\x21-\x2b\x2d-\x7e]+)(?:,|$)/.exec(this.#clientFirstBare)?.[1]
    if (this.#gs2Header === '' || clientNonce === undefined) throw malformed()
    const isBound = this.#gs2Header.startsWith('p')
    if (isBound !== (mechanism === SCRAM_PLUS)) throw malformed()
    // The client would have bound the channel, but somebody in between hid that this end can.
    if (this.#gs2Header.startsWith('y') && this.#endPoint)
      throw new PostgresError('28000', 'SCRAM channel binding negotiation error')
    this.#nonce = clientNonce + randomBytes(NONCE_BYTES).toString('base64')
    this.#serverFirst = `r=${this.#nonce},s=${this.#verifier.salt.toString('base64')},i=${this.#verifier.iterations}`
    return this.#serverFirst
  }

  /** Answers the client's last message; undefined when the password was wrong. @throws PostgresError as `first` does */
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
    // The comparison is made for a mock too, so that both take the same time.
    const isRight = timingSafeEqual(sha256(clientKey), storedKey)
    return isRight && !isMock ? { serverFinal, clientKey } : undefined
  }
}

const malformed = () => new PostgresError('08P01', 'malformed SCRAM message')
