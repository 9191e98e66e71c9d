import { ADMIN_PAGE_DEFAULT, ADMIN_PAGE_MAX } from '@basalt/contract/auth/auth-limits.rules.ts'
import { redirectTarget } from '@basalt/contract/auth/redirects.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiCaller, ApiGates } from '../../http/api-gates.ts'
import { mountPreflight, mountRaw, type RawRoute } from '../../http/mount-raw.ts'
import { publicOrigin } from '../../http/public-origin.ts'
import type { adminUsers } from './admin.ts'
import type { AuthCall } from './auth-call.ts'
import { AuthError, userNotFound } from './auth-error.ts'
import type { AuthSettingsStore } from './auth-settings.store.ts'
import type { AuthTools } from './auth-tools.ts'
import { factorNotFound, type factors } from './factors.ts'
import { answerLink, linkFailure } from './link-answer.ts'
import { type LinkType, linkTypes } from './link-mails.ts'
import type { links, Proof } from './links.ts'
import {
  AdminUserBody,
  challengeIn,
  durationIn,
  FactorBody,
  FactorVerifyBody,
  GenerateLinkBody,
  InviteBody,
  OtpBody,
  PasswordBody,
  PkceBody,
  parseBody,
  RecoverBody,
  RefreshBody,
  ResendBody,
  SignUpBody,
  UserBody,
  VerifyBody,
} from './request-bodies.ts'
import { type EndScope, endSessions } from './sessions.ts'
import type { signIns } from './sign-in.ts'
import type { signUps } from './sign-up.ts'
import type { userChanges } from './user-changes.ts'
import { toWireFactor, toWireUser, type UserRecord, userRecordJson } from './user-record.ts'
import { audit } from './users.store.ts'
import { addAuthErrors, toAuthError } from './wire-errors.ts'

interface Deps {
  gates: ApiGates
  publicUrl: string | undefined
  version: string
  settings: AuthSettingsStore
  tools: AuthTools
  signUps: ReturnType<typeof signUps>
  signIns: ReturnType<typeof signIns>
  links: ReturnType<typeof links>
  changes: ReturnType<typeof userChanges>
  admin: ReturnType<typeof adminUsers>
  factors: ReturnType<typeof factors>
}

type Entered = { project: Project; caller: ApiCaller }
type Query = Record<string, string | string[] | undefined>

const BASE = '/p/:ref/auth/v1'
const METHODS = 'GET, POST, PUT, PATCH, DELETE, OPTIONS'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The address that issues a project's tokens. */
export const issuerOf = (request: FastifyRequest, ref: string, publicUrl: string | undefined) =>
  `${publicOrigin(request, publicUrl)}/p/${ref}/auth/v1`

export const clientOf = (request: FastifyRequest, ref: string, publicUrl: string | undefined) => ({
  issuer: issuerOf(request, ref, publicUrl),
  // The zone of a link-local address is a name on this machine.
  ip: request.ip.split('%')[0]!,
  userAgent: request.headers['user-agent']?.slice(0, 512),
})

/** The auth API of projects: people sign up and in, and servers manage users. */
export const authApiRoutes =
  ({
    gates,
    publicUrl,
    version,
    settings: settingsOf,
    tools,
    signUps,
    signIns,
    links,
    changes,
    admin,
    factors,
  }: Deps) =>
  async (app: FastifyInstance) => {
    const { database, sessions } = tools
    addAuthErrors(app)
    app.addHook('onSend', (_request, reply, _payload, done) => {
      // Answers have tokens.
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      done()
    })

    const callOf = async (
      { project: { ref } }: { project: Project },
      request: FastifyRequest,
    ): Promise<AuthCall> => {
      const settings = await settingsOf.of(ref)
      const redirectTo = redirectTarget(textOf(request.query as Query, 'redirect_to'), settings)
      return { ref, settings, client: clientOf(request, ref, publicUrl), redirectTo }
    }

    const route = (method: RawRoute['method'], path: string, summary: string) =>
      ({ method, path: `${BASE}${path}` as RawRoute['path'], summary }) as const

    /** Mounts a call that takes a key of the project, and for `user` a user's token beside it. */
    const call = (
      method: RawRoute['method'],
      path: string,
      summary: string,
      handler: (
        call: AuthCall,
        request: FastifyRequest,
        reply: FastifyReply,
        entered: Entered,
      ) => Promise<unknown>,
    ) =>
      mountRaw(app, route(method, path, summary), gates.key, async (entered, request, reply) => {
        const answer = await handler(await callOf(entered, request), request, reply, entered)
        return reply.sent ? reply : reply.send(answer)
      })

    const forAdmin = (
      method: RawRoute['method'],
      path: string,
      summary: string,
      handler: (call: AuthCall, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    ) =>
      call(method, path, summary, async (one, request, reply, { caller }) => {
        if (caller.role !== 'service_role') throw new AuthError('not_admin', 'User not allowed')
        return handler(one, request, reply)
      })

    for (const path of [BASE, `${BASE}/*`] as const) mountPreflight(app, path, METHODS)

    mountRaw(app, route('GET', '/health', 'The version of the auth API'), gates.anyTime, async () => ({
      version,
      name: 'Basalt',
      description: 'Users of a project of Basalt',
    }))

    call('GET', '/settings', 'How users can sign up and in', async ({ settings }) => ({
      external: {
        anonymous_users: settings.external_anonymous_users_enabled,
        email: settings.external_email_enabled,
        phone: false,
      },
      disable_signup: settings.disable_signup,
      mailer_autoconfirm: settings.mailer_autoconfirm,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    }))

    call('POST', '/signup', 'Sign up', async (one, request) => {
      const { email, phone, password, data, ...body } = parseBody(SignUpBody, request.body)
      if (phone) throw noPhone()
      if (!email && !password) return signUps.anonymously(one, data)
      if (!email) throw new AuthError('validation_failed', 'To signup, please provide your email')
      if (!password) throw new AuthError('validation_failed', 'Signup requires a valid password')
      return signUps.withPassword(one, { email, password, data, challenge: challengeIn(body) })
    })

    call('POST', '/token', 'Get a session', async (one, request) => {
      const grant = textOf(request.query as Query, 'grant_type')
      switch (grant) {
        case 'password': {
          const { email, phone, password } = parseBody(PasswordBody, request.body)
          if (phone) throw noPhone()
          if (!email) throw new AuthError('validation_failed', 'missing email or phone')
          return signIns.withPassword(one, { email, password: password ?? '' })
        }
        case 'refresh_token': {
          const { refresh_token } = parseBody(RefreshBody, request.body)
          if (!refresh_token) throw new AuthError('validation_failed', 'refresh_token required')
          return sessions.refresh(one.ref, one.client, one.settings, refresh_token)
        }
        case 'pkce': {
          const { auth_code, code_verifier } = parseBody(PkceBody, request.body)
          if (!auth_code || !code_verifier)
            throw new AuthError(
              'validation_failed',
              'invalid request: both auth code and code verifier should be non-empty',
            )
          return signIns.withAuthCode(one, { code: auth_code, verifier: code_verifier })
        }
        case 'id_token':
        case 'web3':
          throw new AuthError('provider_disabled', `Signing in by ${grant} is not available in this project`)
      }
      throw new AuthError('validation_failed', 'unsupported_grant_type')
    })

    const sendSignIn = async (one: AuthCall, request: FastifyRequest) => {
      const { email, phone, create_user, data, ...body } = parseBody(OtpBody, request.body)
      if (phone) throw noPhone()
      if (!email) throw emailMissing()
      await links.sendSignIn(one, {
        email,
        createUser: create_user ?? true,
        data,
        challenge: challengeIn(body),
      })
      return {}
    }
    call('POST', '/otp', 'Send a link and a code to sign in with', sendSignIn)
    call('POST', '/magiclink', 'Send a link to sign in with', sendSignIn)

    call('POST', '/recover', 'Send a link to set a new password', async (one, request) => {
      const { email, ...body } = parseBody(RecoverBody, request.body)
      if (!email) throw emailMissing()
      await links.sendRecovery(one, { email, challenge: challengeIn(body) })
      return {}
    })

    call('POST', '/resend', 'Send a confirmation again', async (one, request) => {
      const { type, email, phone, ...body } = parseBody(ResendBody, request.body)
      if (phone) throw noPhone()
      if (type !== 'signup' && type !== 'email_change')
        throw new AuthError('validation_failed', 'Missing one of these types: signup, email_change')
      if (!email) throw new AuthError('validation_failed', 'Type provided requires an email address')
      await links.resend(one, { type, email, challenge: challengeIn(body) })
      return {}
    })

    call('POST', '/verify', 'Get a session for a one-time code', async (one, request) => {
      const { type, token, token_hash, email, phone } = parseBody(VerifyBody, request.body)
      if (phone) throw noPhone()
      const redeemed = await links.redeem(one, linkTypeIn(type), proofIn({ token, token_hash, email }))
      switch (redeemed.kind) {
        case 'session':
          return redeemed.session
        case 'half':
          return { code: '200', msg: redeemed.message }
        case 'auth_code':
          return { auth_code: redeemed.code }
      }
    })

    mountRaw(
      app,
      route('GET', '/verify', 'Follow a link from a mail'),
      gates.anyone,
      async (entered, request, reply) => {
        const query = request.query as Query
        const one = await callOf(entered, request)
        const token = textOf(query, 'token') ?? ''
        try {
          const type = linkTypeIn(textOf(query, 'type') ?? '')
          return answerLink(
            reply,
            one.redirectTo,
            type,
            await links.redeem(one, type, proofIn({ token_hash: token })),
          )
        } catch (error) {
          const refusal = toAuthError(error)
          // A failure of ours is answered and logged as one.
          if (refusal.status >= 500) throw error
          return linkFailure(reply, one.redirectTo, token, refusal)
        }
      },
    )

    // Apps call it often, so it reads nothing but the user.
    mountRaw(
      app,
      route('GET', '/user', 'The user of the token'),
      gates.key,
      async ({ project, caller }, _request, reply) =>
        reply.send(toWireUser(await userOf(project.ref, caller))),
    )

    call('PUT', '/user', 'Change the user of the token', async (one, request, _reply, { caller }) => {
      const { email, phone, password, nonce, current_password, data, ...body } = parseBody(
        UserBody,
        request.body,
      )
      if (phone) throw noPhone()
      const { user } = await userOf(one.ref, caller)
      const by = { userId: user.id, sessionId: sessionIn(caller), aal: caller.claims.aal }
      return changes.change(one, by, {
        // Some clients send the address that the user has.
        email: email || undefined,
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
        const { user } = await userOf(one.ref, caller)
        await changes.reauthenticate(one, user.id)
        return {}
      },
    )

    call('POST', '/logout', 'End sessions', async ({ ref, client }, request, reply, { caller }) => {
      const scope = textOf(request.query as Query, 'scope') ?? 'global'
      if (scope !== 'global' && scope !== 'local' && scope !== 'others')
        throw new AuthError('validation_failed', `Unsupported logout scope: ${scope.slice(0, 40)}`)
      const { user } = await userOf(ref, caller)
      await database.transaction(ref, async (run) => {
        await endSessions(run, user.id, scope satisfies EndScope, sessionIn(caller))
        await audit(run, 'logout', user, { ip: client.ip })
      })
      reply.code(204)
      return undefined
    })

    const factorCaller = async (ref: string, caller: ApiCaller) => ({
      record: await userOf(ref, caller),
      sessionId: sessionIn(caller),
      aal: caller.claims.aal,
    })
    call('POST', '/factors', 'Add a second factor', async (one, request, _reply, { caller }) => {
      const { factor_type, friendly_name, issuer } = parseBody(FactorBody, request.body)
      if (factor_type === 'phone')
        throw new AuthError('mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
      if (factor_type === 'webauthn')
        throw new AuthError('mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
      if (factor_type !== 'totp') throw new AuthError('validation_failed', 'factor_type needs to be totp')
      return factors.enroll(one, await factorCaller(one.ref, caller), { friendlyName: friendly_name, issuer })
    })
    call(
      'POST',
      '/factors/:id/challenge',
      'Begin to verify a factor',
      async (one, request, _reply, { caller }) =>
        factors.challenge(one, await factorCaller(one.ref, caller), factorIdIn(request)),
    )
    call('POST', '/factors/:id/verify', 'Verify a factor', async (one, request, _reply, { caller }) => {
      const { challenge_id, code } = parseBody(FactorVerifyBody, request.body)
      if (!challenge_id || !UUID.test(challenge_id))
        throw new AuthError('validation_failed', 'challenge_id must be an UUID')
      if (!code) throw new AuthError('validation_failed', 'Code needs to be non-empty')
      const proof = { factorId: factorIdIn(request), challengeId: challenge_id, code }
      return factors.verify(one, await factorCaller(one.ref, caller), proof)
    })
    call('DELETE', '/factors/:id', 'Remove a factor', async (one, request, _reply, { caller }) =>
      factors.unenroll(one, await factorCaller(one.ref, caller), factorIdIn(request)),
    )

    for (const path of ['/authorize', '/callback'])
      mountRaw(app, route('GET', path, 'Sign in with another provider'), gates.anyone, async () => {
        throw new AuthError('validation_failed', 'Unsupported provider: provider is not enabled')
      })
    call('POST', '/sso', 'Sign in with a company account', async () => {
      throw new AuthError('saml_provider_disabled', 'SAML 2.0 is disabled')
    })

    forAdmin('POST', '/invite', 'Invite a user by mail', async (one, request) => {
      const { email, data } = parseBody(InviteBody, request.body)
      if (!email) throw emailMissing()
      return toWireUser(await admin.invite(one, { email, data }))
    })

    forAdmin('POST', '/admin/generate_link', 'Make a link without sending it', async (one, request) => {
      const body = parseBody(GenerateLinkBody, request.body)
      const { email, new_email: newEmail, password, data } = body
      const type = generated.find((name) => name === body.type)
      if (!type)
        throw new AuthError(
          'validation_failed',
          `Invalid email action link type requested: ${body.type.slice(0, 40)}`,
        )
      if (!email) throw emailMissing()
      const redirectTo = redirectTarget(
        textOf(request.query as Query, 'redirect_to') ?? redirectIn(request.body),
        one.settings,
      )
      return admin.generateLink({ ...one, redirectTo }, { type, email, newEmail, password, data })
    })

    forAdmin('GET', '/admin/users', 'A page of users', async ({ ref, client }, request, reply) => {
      const query = request.query as Query
      const page = numberIn(query, 'page', 1, Number.MAX_SAFE_INTEGER / ADMIN_PAGE_MAX)
      const perPage = numberIn(query, 'per_page', ADMIN_PAGE_DEFAULT, ADMIN_PAGE_MAX)
      const { users, total } = await admin.page(ref, { page, perPage })
      const last = Math.max(1, Math.ceil(total / perPage))
      const linkTo = (number: number, rel: string) =>
        `<${client.issuer}/admin/users?page=${number}&per_page=${perPage}>; rel="${rel}"`
      reply.header('x-total-count', String(total))
      reply.header(
        'link',
        [...(page < last ? [linkTo(page + 1, 'next')] : []), linkTo(last, 'last')].join(', '),
      )
      return { users, aud: 'authenticated' }
    })

    const adminChangeIn = (body: unknown) => {
      const fields = parseBody(AdminUserBody, body)
      if (fields.phone) throw noPhone()
      return {
        id: fields.id,
        email: fields.email || undefined,
        password: fields.password || undefined,
        passwordHash: fields.password_hash || undefined,
        isEmailConfirmed: fields.email_confirm,
        userMetadata: fields.user_metadata,
        appMetadata: fields.app_metadata,
        role: fields.role || undefined,
        banMs: durationIn(fields.ban_duration || undefined),
      }
    }
    forAdmin('POST', '/admin/users', 'Create a user', async (one, request) =>
      toWireUser(await admin.create(one, adminChangeIn(request.body))),
    )
    forAdmin('GET', '/admin/users/:id', 'A user', async ({ ref }, request) =>
      toWireUser(await admin.find(ref, idIn(request))),
    )
    forAdmin('PUT', '/admin/users/:id', 'Change a user', async (one, request) => {
      const { id: _, ...change } = adminChangeIn(request.body)
      return toWireUser(await admin.change(one, idIn(request), change))
    })
    forAdmin('DELETE', '/admin/users/:id', 'Delete a user', async (one, request) => {
      const id = idIn(request)
      const { should_soft_delete } = (request.body ?? {}) as { should_soft_delete?: unknown }
      const deleted = await admin.remove(one, [id], { soft: should_soft_delete === true })
      if (deleted === 0) throw userNotFound()
      return {}
    })
    forAdmin('GET', '/admin/users/:id/factors', 'The factors of a user', async ({ ref }, request) =>
      (await admin.find(ref, idIn(request))).factors.map(toWireFactor),
    )

    forAdmin(
      'DELETE',
      '/admin/users/:id/factors/:factor',
      'Remove a factor of a user',
      async (one, request) => {
        const { factor } = request.params as { factor: string }
        await admin.removeFactor(one, idIn(request), UUID.test(factor) ? factor : undefined)
        return { id: factor }
      },
    )

    mountRaw(
      app,
      {
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        path: `${BASE}/*`,
        summary: 'Anything else, which apps of other origins are told too',
      },
      gates.anyone,
      async () => {
        throw new AuthError('validation_failed', 'This project does not offer this call', { status: 404 })
      },
    )

    /** The user of a token whose session has not ended. Throws AuthError with 403, upon which clients sign out. */
    async function userOf(ref: string, caller: ApiCaller): Promise<UserRecord> {
      const { sub } = caller.claims
      if (typeof sub !== 'string') throw new AuthError('bad_jwt', 'invalid claim: missing sub claim')
      if (!UUID.test(sub)) throw new AuthError('bad_jwt', 'invalid claim: sub claim must be a UUID')
      const sessionId = sessionIn(caller)
      const [found] = await database.json<{ record: UserRecord; has_session: boolean; is_banned: boolean }>(
        ref,
        `select jsonb_build_object('record', ${userRecordJson('u')},
           'has_session', $2::uuid is null
             or exists (select from auth.sessions s where s.id = $2 and s.user_id = u.id),
           'is_banned', coalesce(u.banned_until > now(), false))
         from auth.users u where u.id = $1 and u.deleted_at is null`,
        [sub, sessionId ?? null],
      )
      if (!found)
        throw new AuthError('user_not_found', 'User from sub claim in JWT does not exist', { status: 403 })
      if (!found.has_session)
        throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist')
      if (found.is_banned) throw new AuthError('user_banned', 'User is banned', { status: 403 })
      return found.record
    }
  }

const generated = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const

const sessionIn = ({ claims: { session_id } }: ApiCaller) =>
  typeof session_id === 'string' && UUID.test(session_id) ? session_id : undefined

/** Throws `mfa_factor_not_found`. */
function factorIdIn(request: FastifyRequest) {
  const { id } = request.params as { id: string }
  if (!UUID.test(id)) throw factorNotFound()
  return id
}

const noPhone = () =>
  new AuthError('phone_provider_disabled', 'Phone numbers are not available in this project')
const emailMissing = () => new AuthError('validation_failed', 'An email address is required')

/** Throws `validation_failed`. */
function idIn(request: FastifyRequest) {
  const { id } = request.params as { id: string }
  if (!UUID.test(id)) throw new AuthError('validation_failed', 'user_id must be an UUID')
  return id
}

/** A parameter that is given once; of several, the first. */
function textOf(query: Query, name: string) {
  const value = query[name]
  return Array.isArray(value) ? value[0] : value
}

/** Throws `validation_failed` for anything but a whole number from 1. */
function numberIn(query: Query, name: string, byDefault: number, max: number) {
  const text = textOf(query, name)
  if (text === undefined || text === '') return byDefault
  const value = Number(text)
  if (!/^\d{1,15}$/.test(text) || value < 1)
    throw new AuthError('validation_failed', `${name} must be a whole number from 1`)
  return Math.min(value, max)
}

const redirectIn = (body: unknown) => {
  const { redirect_to } = (body ?? {}) as { redirect_to?: unknown }
  return typeof redirect_to === 'string' ? redirect_to : undefined
}

/** Throws `validation_failed`. */
function linkTypeIn(text: string): LinkType {
  const type = linkTypes.find((name) => name === text)
  if (!type) throw new AuthError('validation_failed', 'Verify requires a verification type')
  return type
}

/** Throws `validation_failed` unless there is a token, or a code with its address. */
function proofIn({
  token,
  token_hash,
  email,
}: {
  token?: string | undefined
  token_hash?: string | undefined
  email?: string | undefined
}): Proof {
  if (token_hash) return { token: token_hash }
  if (token && email) return { email, code: token }
  throw new AuthError('validation_failed', 'Verify requires a token_hash, or a token and an email')
}
