import { type TokenClaims, TokenError } from '../../../platform/secrets/jwt.ts'
import type { ObjectAddress } from '../objects/objects.store.ts'
import { storageError } from '../storage-error.ts'

/** Signs and verifies tokens for one purpose in one project. */
export interface Signer {
  signFor(ref: string, purpose: string, claims: TokenClaims, validSeconds: number): Promise<string>
  verifyFor(ref: string, purpose: string, token: string): Promise<TokenClaims>
}

type Purpose = 'download' | 'upload' | 'render' | 'zip'

/** Upload URLs are valid for two hours. */
export const UPLOAD_URL_SECONDS = 2 * 60 * 60

export type Signatures = ReturnType<typeof signatures>

/** Tokens of signed URLs. Each is for one object and one purpose. */
export function signatures(signer: Signer) {
  const pathOf = ({ bucket, name }: ObjectAddress) => `${bucket}/${name}`
  const purposeOf = (purpose: Purpose) => `storage ${purpose}`

  /** The claims of a signed URL's token. Throws InvalidSignature, InvalidToken or ExpiredSignature. */
  const read = async (ref: string, purpose: Purpose, token: string | undefined) => {
    if (!token) throw storageError('InvalidSignature', 'The URL has no token')
    return signer.verifyFor(ref, purposeOf(purpose), token).catch((error) => {
      if (!(error instanceof TokenError)) throw error
      throw error.problem === 'expired'
        ? storageError('ExpiredSignature')
        : storageError('InvalidToken', error.message)
    })
  }

  return {
    sign: (
      ref: string,
      purpose: Purpose,
      address: ObjectAddress,
      claims: TokenClaims,
      validSeconds: number,
    ) => signer.signFor(ref, purposeOf(purpose), { ...claims, url: pathOf(address) }, validSeconds),

    read,

    /** Like `read`, and also checks that the token is for this object. Throws InvalidSignature. */
    async verify(ref: string, purpose: Purpose, address: ObjectAddress, token: string | undefined) {
      const claims = await read(ref, purpose, token)
      if (claims.url !== pathOf(address)) throw storageError('InvalidSignature')
      return claims
    },
  }
}
