import { z } from 'zod'
import { Text } from '../text.ts'
import {
  JWT_SECRET_MAX,
  JWT_SECRET_MIN,
  LEGACY_SIGNING_KEY,
  signingKeyStatuses,
} from './signing-keys.rules.ts'

/** The public half of an ES256 key (RFC 7517). */
export const PublicJwk = z
  .object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    kid: z.string(),
    alg: z.literal('ES256'),
    use: z.literal('sig'),
    key_ops: z.array(z.literal('verify')),
  })
  .meta({ id: 'PublicJwk' })
export type PublicJwk = z.infer<typeof PublicJwk>

export const SigningKey = z
  .object({
    /** The `kid` of its tokens; `legacy` for the secret of the project, whose tokens have none. */
    id: z.union([z.uuid(), z.literal(LEGACY_SIGNING_KEY)]),
    algorithm: z.enum(['ES256', 'HS256']),
    status: z.enum(signingKeyStatuses),
    /** Null for the legacy secret: anyone who can verify its tokens can sign them. */
    public_jwk: PublicJwk.nullable(),
    created_at: z.iso.datetime(),
    status_changed_at: z.iso.datetime(),
  })
  .meta({ id: 'SigningKey' })
export type SigningKey = z.infer<typeof SigningKey>

export const JwtSecret = z.object({ jwt_secret: z.string() })

const OwnSecret = Text.min(
  JWT_SECRET_MIN,
  `The secret needs at least ${JWT_SECRET_MIN} characters, so that it cannot be guessed`,
).max(JWT_SECRET_MAX, `The secret may have at most ${JWT_SECRET_MAX} characters`)

/** A new JWT secret: a random one, or the one that an external service signs its tokens with. */
export const JwtSecretChange = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('random') }),
  z.strictObject({ source: z.literal('own'), jwt_secret: OwnSecret }),
])
export type JwtSecretChange = z.infer<typeof JwtSecretChange>
