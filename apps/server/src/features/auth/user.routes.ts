import type { FastifyInstance } from 'fastify'
import { noteUser } from '../../http/api-calls.ts'
import type { ApiGates } from '../../http/api-gates.ts'
import { mountRaw } from '../../http/mount-raw.ts'
import { audit } from './audit-entries.ts'
import { AuthError } from './auth-error.ts'
import { type AuthMounting, type Query, textOf } from './auth-mounting.ts'
import type { AuthTools } from './auth-tools.ts'
import { challengeIn, parseBody, UserBody } from './request-bodies.ts'
import { type EndScope, endSessions } from './sessions.ts'
import { sessionIn, userOf } from './token-user.ts'
import type { userChanges } from './user-changes.ts'
import { toWireUser } from './user-record.ts'

interface Deps {
  gates: ApiGates
  tools: AuthTools
  changes: ReturnType<typeof userChanges>
}

/** What users do with their own accounts. */
export function userRoutes(
  app: FastifyInstance,
  { route, call }: AuthMounting,
  { gates, tools: { database }, changes }: Deps,
) {
  // Apps call it often, so it reads nothing but the user.
  mountRaw(
    app,
    route('GET', '/user', 'The user of the token'),
    gates.key,
    async ({ project, caller }, request, reply) => {
      const record = await userOf(database, project.ref, caller)
      noteUser(request, record.user.id)
      return reply.send(toWireUser(record))
    },
  )

  call('PUT', '/user', 'Change the user of the token', async (one, request, _reply, { caller }) => {
    const { email, phone, password, nonce, current_password, data, ...body } = parseBody(
      UserBody,
      request.body,
    )
    const { user } = await userOf(database, one.ref, caller)
    const by = { userId: user.id, sessionId: sessionIn(caller), aal: caller.claims.aal }
    return changes.change(one, by, {
      // Some clients send the address that the user has.
      email: email || undefined,
      phone: phone || undefined,
      password: password || undefined,
      nonce,
      currentPassword: current_password,
      data,
      challenge: challengeIn(body),
    })
  })

  call(
    ['GET', 'POST'],
    '/reauthenticate',
    'Send a code to change the password with',
    async (one, _request, _reply, { caller }) => {
      const { user } = await userOf(database, one.ref, caller)
      await changes.reauthenticate(one, user.id)
      return {}
    },
  )

  call('POST', '/logout', 'End sessions', async ({ ref, client }, request, reply, { caller }) => {
    const scope = textOf(request.query as Query, 'scope') ?? 'global'
    if (scope !== 'global' && scope !== 'local' && scope !== 'others')
      throw new AuthError('validation_failed', `Unsupported logout scope: ${scope.slice(0, 40)}`)
    const { user } = await userOf(database, ref, caller)
    await database.transaction(ref, async (run) => {
      await endSessions(run, user.id, scope satisfies EndScope, sessionIn(caller))
      await audit(run, 'logout', user, { client })
    })
    reply.code(204)
    return undefined
  })
}
