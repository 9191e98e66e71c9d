import type { FastifyRequest } from 'fastify'
import type { ApiCaller } from '../../http/api-gates.ts'
import { AuthError } from './auth-error.ts'
import { type AuthMounting, UUID } from './auth-mounting.ts'
import type { AuthTools } from './auth-tools.ts'
import { factorTypes } from './factor-kind.ts'
import { type FactorCaller, factorNotFound, type factors } from './factors.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import {
  ChallengeBody,
  FactorBody,
  FactorVerifyBody,
  parseBody,
  RecoveryBody,
  RecoveryVerifyBody,
} from './request-bodies.ts'
import { sessionIn, userOf } from './token-user.ts'

interface Deps {
  tools: AuthTools
  factors: ReturnType<typeof factors>
  recoveryCodes: RecoveryCodes
}

/** Second factors of users. */
export function factorRoutes(mounting: AuthMounting, { tools: { database }, factors, recoveryCodes }: Deps) {
  const { call } = mounting
  const factorCaller = async (ref: string, caller: ApiCaller) => ({
    record: await userOf(database, ref, caller),
    sessionId: sessionIn(caller),
    aal: caller.claims.aal,
  })
  recoveryRoutes(mounting, factorCaller, recoveryCodes)
  call('POST', '/factors', 'Add a second factor', async (one, request, _reply, { caller }) => {
    const { factor_type, friendly_name = '', issuer, phone } = parseBody(FactorBody, request.body)
    const type = factorTypes.find((name) => name === factor_type)
    if (!type) throw new AuthError('validation_failed', 'factor_type needs to be totp, phone, or webauthn')
    const user = await factorCaller(one.ref, caller)
    return factors.enroll(one, user, type, { name: friendly_name, issuer, phone })
  })
  call(
    'POST',
    '/factors/:id/challenge',
    'Begin to verify a factor',
    async (one, request, _reply, { caller }) =>
      factors.challenge(one, await factorCaller(one.ref, caller), {
        factorId: factorIdIn(request),
        // Clients of apps and codes send no body.
        webauthn: parseBody(ChallengeBody, request.body ?? {}).webauthn,
      }),
  )
  call('POST', '/factors/:id/verify', 'Verify a factor', async (one, request, _reply, { caller }) => {
    const { challenge_id, code, webauthn } = parseBody(FactorVerifyBody, request.body)
    if (!challenge_id || !UUID.test(challenge_id))
      throw new AuthError('validation_failed', 'challenge_id must be a UUID')
    const proof = { factorId: factorIdIn(request), challengeId: challenge_id, code, webauthn }
    return factors.verify(one, await factorCaller(one.ref, caller), proof)
  })
  call('DELETE', '/factors/:id', 'Remove a factor', async (one, request, _reply, { caller }) =>
    factors.unenroll(one, await factorCaller(one.ref, caller), factorIdIn(request)),
  )
}

/** Recovery codes of users. */
function recoveryRoutes(
  { call }: AuthMounting,
  callerOf: (ref: string, caller: ApiCaller) => Promise<FactorCaller>,
  codes: RecoveryCodes,
) {
  const at = '/factors/recovery-codes'
  call('GET', at, 'How many recovery codes are left', async (one, _request, _reply, { caller }) =>
    codes.status(one, await callerOf(one.ref, caller)),
  )
  call('POST', at, 'Make recovery codes', async (one, request, _reply, { caller }) => {
    // Without a name, clients send no body.
    const { friendly_name = '' } = parseBody(RecoveryBody, request.body ?? {})
    return codes.generate(one, await callerOf(one.ref, caller), friendly_name)
  })
  call('POST', `${at}/regenerate`, 'Replace the recovery codes', async (one, _request, _reply, { caller }) =>
    codes.regenerate(one, await callerOf(one.ref, caller)),
  )
  call('POST', `${at}/verify`, 'Use a recovery code', async (one, request, _reply, { caller }) => {
    const { code = '' } = parseBody(RecoveryVerifyBody, request.body)
    return codes.verify(one, await callerOf(one.ref, caller), code)
  })
  call('DELETE', at, 'Remove the recovery codes', async (one, _request, _reply, { caller }) =>
    codes.unenroll(one, await callerOf(one.ref, caller)),
  )
}

/** Throws `mfa_factor_not_found`. */
function factorIdIn(request: FastifyRequest) {
  const { id } = request.params as { id: string }
  if (!UUID.test(id)) throw factorNotFound()
  return id
}
