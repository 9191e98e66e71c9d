import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/** Answers as browsers write them as JSON. */
interface CreationRequest {
  challenge: string
  rp: { id?: string }
  user: { id: string }
}
interface UseRequest {
  challenge: string
  rpId?: string
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
const bytes = (value: Buffer) =>
  Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 255]), value])

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_KEY = 0x40

/**
 * A security key in software (WebAuthn, 6), with one credential. Its behaviour can be changed, to see what is refused:
 * `origin` is the site that the browser is on.
 */
export function softwareAuthenticator(origin: string) {
  const id = randomBytes(32)
  const state = { origin, counter: 0, isUserVerified: true, userHandle: undefined as string | undefined }
  let key: KeyObject

  const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: state.origin, crossOrigin: false }))

  const authenticatorData = (party: string, credential?: Buffer) => {
    const flags = USER_PRESENT | (state.isUserVerified ? USER_VERIFIED : 0) | (credential ? HAS_KEY : 0)
    const head = Buffer.alloc(5)
    head[0] = flags
    head.writeUInt32BE(state.counter, 1)
    return Buffer.concat([sha256(party), head, credential ?? Buffer.alloc(0)])
  }

  /** What an answer is sent as; the client calls `toJSON` as it does for one of a browser. */
  const answer = <R extends object>(response: R) => {
    const json = {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key' as const,
      authenticatorAttachment: 'cross-platform',
      clientExtensionResults: {},
      response,
    }
    return { ...json, toJSON: () => json }
  }

  return {
    state,

    create({ challenge, rp, user }: CreationRequest) {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      key = pair.privateKey
      state.userHandle = user.id
      const { x, y } = pair.publicKey.export({ format: 'jwk' })
      const coordinate = (value: string) =>
        Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(value, 'base64url')])
      // COSE: an EC2 key for ES256 on P-256.
      const cose = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        coordinate(x!),
        Buffer.from([0x22]),
        coordinate(y!),
      ])
      const aaguid = Buffer.alloc(16)
      const credential = Buffer.concat([aaguid, Buffer.from([0, id.length]), id, cose])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(authenticatorData(rp.id!, credential)),
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['usb'],
      })
    },

    use({ challenge, rpId }: UseRequest) {
      state.counter += 1
      const data = authenticatorData(rpId!)
      const client = clientData('webauthn.get', challenge)
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256')
          .update(Buffer.concat([data, sha256(client)]))
          .sign(key)
          .toString('base64url'),
        userHandle: state.userHandle,
      })
    },
  }
}
