import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import type { AuthErrorCode } from './auth-error.ts'
import type { Method } from './sessions.ts'
import type { WrittenMessage } from './text-messages.ts'
import type { FactorRow, UserRecord } from './user-record.ts'

export const factorTypes = ['totp', 'phone', 'webauthn'] as const
/** The type of recovery codes, which have calls of their own. */
export const RECOVERY = 'recovery_code'
export type FactorType = (typeof factorTypes)[number]

/** What a client sends to add a factor. */
export interface GivenFactor {
  name: string
  issuer?: string | undefined
  phone?: string | undefined
}

/** A factor with its secrets. */
export interface StoredFactor {
  id: string
  factor_type: FactorType
  status: 'unverified' | 'verified'
  friendly_name: string | null
  secret: string | null
  phone: string | null
  web_authn_credential: unknown
}

/** What a challenge is stored with, beside its times. */
export interface StoredChallenge {
  otp_code: string | null
  web_authn_session_data: unknown
}

/** What a client sends to prove that it has a factor. */
export interface Proof {
  code?: string | undefined
  webauthn?: unknown
}

export type Judgement = { isRight: true } | { isRight: false; cause?: unknown }

/** One kind of second factor. */
export interface FactorKind {
  /** As messages name it. */
  name: string
  mayEnroll(settings: AuthSettings): boolean
  mayVerify(settings: AuthSettings): boolean
  refusals: { enroll: AuthErrorCode; verify: AuthErrorCode }
  /** Its entry in the claim `amr`. */
  method: Method
  /** What a wrong proof is answered with. */
  wrong: string

  /** What a new factor is stored with, and what the client gets beside its id. Throws AuthError. */
  enroll(
    call: AuthCall,
    user: UserRecord['user'],
    given: GivenFactor,
    existing: readonly FactorRow[],
  ): { secret?: string; phone?: string; answer: object }

  /** Throws when challenges are asked for too often. */
  mayChallenge?(call: AuthCall, factor: { phone: string | null }): Promise<void>

  /** What a challenge is stored with, what the client gets beside its id, and a message to send. Throws AuthError. */
  challenge(
    run: Run,
    call: AuthCall,
    user: UserRecord['user'],
    challenge: { id: string; factor: StoredFactor; webauthn: unknown },
  ): Promise<Partial<StoredChallenge> & { answer?: object; message?: WrittenMessage | undefined }>

  /** Whether the proof is right; uses it up. Throws `validation_failed` for one of another form. */
  judge(
    run: Run,
    call: AuthCall,
    challenged: StoredFactor & StoredChallenge & { challenge_id: string; user_id: string },
    proof: Proof,
  ): Promise<Judgement>
}
