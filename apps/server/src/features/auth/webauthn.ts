import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'

/** Whom passkeys and security keys are made for. */
export interface RelyingParty {
  /** A domain. */
  id: string
  name: string
  /** The sites that may use them. */
  origins: string[]
}

/** What is stored of a key. */
export interface WebauthnKey {
  id: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  aaguid: string
  isBackupEligible: boolean
  isBackedUp: boolean
}

/** Loaded with the first ceremony, which most projects never have. */
const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256 (COSE), which authenticators and Node support. */
const ALGORITHMS = [-8, -7, -257]

/** Longer texts are no answers of authenticators. */
const Encoded = z.string().max(16_384)
const shared = {
  id: Encoded,
  rawId: Encoded,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().nullish(),
}

/** What `navigator.credentials.create` answered, as browsers write it as JSON. */
export const CreatedCredential = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
})

/** What `navigator.credentials.get` answered. */
export const UsedCredential = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: Encoded,
    authenticatorData: Encoded,
    signature: Encoded,
    userHandle: Encoded.nullish(),
  }),
})

const referencesTo = (keys: readonly Pick<WebauthnKey, 'id' | 'transports'>[]) =>
  keys.map(({ id, transports }) => ({
    id: id.toString('base64url'),
    transports,
  }))

/** What a browser is asked to create. `isPasskey` is for a key that signs in by itself. */
export async function creationOptions(
  party: RelyingParty,
  user: { id: string; name: string; displayName: string },
  {
    existing,
    isPasskey,
  }: { existing: readonly Pick<WebauthnKey, 'id' | 'transports'>[]; isPasskey: boolean },
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.name,
    userDisplayName: user.displayName,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: referencesTo(existing),
    authenticatorSelection: isPasskey
      ? { residentKey: 'required', userVerification: 'required' }
      : { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

/** What a browser is asked to sign; without keys, by any passkey of the site. */
export async function requestOptions(
  party: RelyingParty,
  { keys, isPasskey }: { keys: readonly Pick<WebauthnKey, 'id' | 'transports'>[]; isPasskey: boolean },
) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: party.id,
    userVerification: isPasskey ? 'required' : 'preferred',
    ...(keys.length > 0 && { allowCredentials: referencesTo(keys) }),
  })
}

/** An answer that is not what was asked for: another challenge, site or key, or a counter that went back. */
export class WebauthnRefusal extends Error {}

/** The new key. Throws WebauthnRefusal. */
export async function verifyCreation(
  party: RelyingParty,
  challenge: string,
  credential: z.infer<typeof CreatedCredential>,
  { isPasskey }: { isPasskey: boolean },
): Promise<WebauthnKey> {
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await refusing(() =>
    verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} } as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: isPasskey,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!registrationInfo) throw new WebauthnRefusal('The authenticator did not prove the new key')
  const { credential: key, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo
  return {
    id: Buffer.from(key.id, 'base64url'),
    publicKey: Buffer.from(key.publicKey),
    counter: key.counter,
    transports: credential.response.transports ?? [],
    aaguid,
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  }
}

/** The new state of a key that signed the challenge. Throws WebauthnRefusal. */
export async function verifyUse(
  party: RelyingParty,
  challenge: string,
  credential: z.infer<typeof UsedCredential>,
  { key, isPasskey }: { key: Pick<WebauthnKey, 'id' | 'publicKey' | 'counter'>; isPasskey: boolean },
): Promise<Pick<WebauthnKey, 'counter' | 'isBackedUp'>> {
  const { verifyAuthenticationResponse } = await library()
  if (Buffer.from(credential.id, 'base64url').compare(key.id) !== 0)
    throw new WebauthnRefusal('Another key signed')
  const { verified, authenticationInfo } = await refusing(() =>
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} } as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: isPasskey,
      credential: {
        id: key.id.toString('base64url'),
        publicKey: new Uint8Array(key.publicKey),
        counter: key.counter,
      },
    }),
  )
  if (!verified) throw new WebauthnRefusal('The signature is not that of the key')
  return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
}

/** The library throws plain errors at whatever it does not accept. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new WebauthnRefusal((cause as Error).message, { cause })
  }
}
