import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type AuthMounting, idIn, UUID } from './auth-mounting.ts'
import type { AuthTools } from './auth-tools.ts'
import { type CaptchaCheck, mustBePerson } from './captcha.ts'
import { type Passkeys, passkeyNotFound } from './passkeys.ts'
import { parseBody } from './request-bodies.ts'
import { userOf } from './token-user.ts'
import { CreatedCredential, UsedCredential } from './webauthn.ts'

interface Deps {
  tools: AuthTools
  passkeys: Passkeys
  captcha: CaptchaCheck
}

const RegistrationBody = z.object({ challenge_id: z.guid(), credential: CreatedCredential })
const SignInBody = z.object({ challenge_id: z.guid(), credential: UsedCredential })
const NameBody = z.object({ friendly_name: z.string() })

/** Passkeys: adding, using and managing them. */
export function passkeyRoutes(
  { call, forAdmin }: AuthMounting,
  { tools: { database }, passkeys, captcha }: Deps,
) {
  call(
    'POST',
    '/passkeys/registration/options',
    'Begin to add a passkey',
    async (one, _request, _reply, { caller }) =>
      passkeys.beginRegistration(one, await userOf(database, one.ref, caller), caller.claims.aal),
  )

  call('POST', '/passkeys/registration/verify', 'Add a passkey', async (one, request, _reply, { caller }) => {
    const record = await userOf(database, one.ref, caller)
    const { challenge_id: challengeId, credential } = parseBody(RegistrationBody, request.body)
    return passkeys.register(one, record, caller.claims.aal, { challengeId, credential })
  })

  call(
    'POST',
    '/passkeys/authentication/options',
    'Begin to sign in with a passkey',
    async (one, request, _reply, { caller }) => {
      await mustBePerson(captcha, one, request, caller)
      return passkeys.beginSignIn(one)
    },
  )

  call('POST', '/passkeys/authentication/verify', 'Sign in with a passkey', async (one, request) => {
    const { challenge_id: challengeId, credential } = parseBody(SignInBody, request.body)
    return passkeys.signIn(one, { challengeId, credential })
  })

  call(
    'GET',
    '/passkeys',
    'The passkeys of the user of the token',
    async ({ ref }, _request, _reply, { caller }) =>
      passkeys.list(ref, (await userOf(database, ref, caller)).user.id),
  )

  call('PATCH', '/passkeys/:id', 'Name a passkey', async (one, request, _reply, { caller }) => {
    const record = await userOf(database, one.ref, caller)
    const { friendly_name: name } = parseBody(NameBody, request.body)
    return passkeys.rename(one, record, { id: passkeyIdIn(request), name })
  })

  call('DELETE', '/passkeys/:id', 'Remove a passkey', async (one, request, reply, { caller }) => {
    const record = await userOf(database, one.ref, caller)
    await passkeys.remove(one, record, caller.claims.aal, passkeyIdIn(request))
    reply.code(204)
    return undefined
  })

  forAdmin('GET', '/admin/users/:id/passkeys', 'The passkeys of a user', async ({ ref }, request) =>
    passkeys.list(ref, idIn(request)),
  )

  forAdmin(
    'DELETE',
    '/admin/users/:id/passkeys/:passkey',
    'Remove a passkey of a user',
    async (one, request, reply) => {
      await passkeys.removeAsAdmin(one, idIn(request), passkeyIdIn(request, 'passkey'))
      reply.code(204)
      return undefined
    },
  )
}

/** Throws `webauthn_credential_not_found`. */
function passkeyIdIn(request: FastifyRequest, name = 'id') {
  const id = (request.params as Record<string, string>)[name] ?? ''
  if (!UUID.test(id)) throw passkeyNotFound()
  return id
}
