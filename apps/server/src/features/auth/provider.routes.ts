import { isReservedParameter } from '@basalt/contract/auth/sign-in-providers.rules.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthCall } from './auth-call.ts'
import { AuthError } from './auth-error.ts'
import { type AuthMounting, idIn, type Query, textOf } from './auth-mounting.ts'
import { hashOfToken } from './auth-secrets.ts'
import type { AuthTools } from './auth-tools.ts'
import { answerProvider, providerFailure } from './link-answer.ts'
import type { Providers } from './providers.ts'
import { challengeIn } from './request-bodies.ts'
import { userOf } from './token-user.ts'
import { toAuthError } from './wire-errors.ts'

interface Deps {
  tools: AuthTools
  providers: Providers
}

/** Parameters of ours. The provider gets the others, but none that decide the protocol. */
const OURS = new Set(['provider', 'redirect_to', 'scopes', 'skip_http_redirect', 'invite_token', 'apikey'])
const PARAMETERS_MAX = 20

/** Each flow has its own, so that tabs do not disturb each other. */
const cookieOf = (state: string) => `basalt_auth_${hashOfToken(state).slice(0, 16)}`
const COOKIE_SECONDS = 600

/** Signing in with a provider, as browsers go there and come back. */
export function providerRoutes(inBrowser: AuthMounting, { tools: { database }, providers }: Deps) {
  const { forBrowser, call } = inBrowser

  forBrowser('GET', '/authorize', 'Sign in with another provider', async (one, request, reply) => {
    const query = request.query as Query
    const isSkipped = textOf(query, 'skip_http_redirect') === 'true'
    const wanted = requestIn(query)
    if (isSkipped && wanted.challenge === undefined)
      throw new AuthError('validation_failed', 'skip_http_redirect needs a code_challenge')
    const { url, state, browserSecret } = await providers.authorize(one, { ...wanted, isBound: !isSkipped })
    if (browserSecret === undefined) return reply.send({ url })
    return reply
      .setCookie(cookieOf(state), browserSecret, {
        path: callbackPath(one),
        httpOnly: true,
        sameSite: 'lax',
        secure: one.client.issuer.startsWith('https:'),
        maxAge: COOKIE_SECONDS,
      })
      .header('referrer-policy', 'no-referrer')
      .redirect(url, 302)
  })

  forBrowser('GET', '/callback', 'Come back from another provider', async (one, request, reply) => {
    const query = new URL(request.url, 'http://localhost').searchParams
    return finish(one, query, request, reply)
  })

  // A form that the provider's page posts comes without our cookie; the redirect brings it.
  forBrowser('POST', '/callback', 'Come back from a provider that posts', async (one, request, reply) => {
    const fields = new URLSearchParams()
    for (const name of ['code', 'state', 'iss', 'error', 'error_description']) {
      const value = (request.body as Record<string, unknown> | null)?.[name]
      if (typeof value === 'string') fields.set(name, value)
    }
    return reply.header('referrer-policy', 'no-referrer').redirect(`${callbackPath(one)}?${fields}`, 303)
  })

  call(
    'GET',
    '/user/identities/authorize',
    'Link an account elsewhere to the user of the token',
    async (one, request, reply, { caller }) => {
      mustAllowLinking(one)
      const { user } = await userOf(database, one.ref, caller)
      const query = request.query as Query
      const { url } = await providers.authorize(one, {
        ...requestIn(query),
        linkTo: user.id,
        isBound: false,
      })
      return textOf(query, 'skip_http_redirect') === 'true' ? { url } : reply.redirect(url, 302)
    },
  )

  call(
    'DELETE',
    '/user/identities/:id',
    'Unlink an account from the user of the token',
    async (one, request, _reply, { caller }) => {
      mustAllowLinking(one)
      const { user } = await userOf(database, one.ref, caller)
      await providers.unlink(one, user.id, idIn(request, 'identity_id'))
      return {}
    },
  )

  async function finish(one: AuthCall, query: URLSearchParams, request: FastifyRequest, reply: FastifyReply) {
    let redirectTo = one.settings.site_url
    const state = query.get('state') ?? ''
    reply.clearCookie(cookieOf(state), { path: callbackPath(one) })
    try {
      const flow = await providers.take(one.ref, state, request.cookies[cookieOf(state)])
      redirectTo = flow.redirectTo
      const error = query.get('error')
      if (error !== null)
        return providerFailure(reply, redirectTo, {
          error,
          description: query.get('error_description') ?? 'The provider refused the sign-in',
        })
      return answerProvider(reply, redirectTo, await providers.finish({ ...one, redirectTo }, flow, query))
    } catch (error) {
      const refusal = toAuthError(error)
      request.log[refusal.status >= 500 ? 'error' : 'info'](
        { err: error },
        'A sign-in with a provider failed',
      )
      return providerFailure(reply, redirectTo, {
        error: refusal.status >= 500 ? 'server_error' : 'access_denied',
        code: refusal.code,
        description: refusal.message,
      })
    }
  }
}

const callbackPath = ({ client: { issuer } }: AuthCall) => `${new URL(issuer).pathname}/callback`

/** Throws `manual_linking_disabled`. */
export function mustAllowLinking({ settings }: AuthCall) {
  if (!settings.security_manual_linking_enabled)
    throw new AuthError('manual_linking_disabled', 'Manual linking is disabled')
}

/** Throws `validation_failed`. */
function requestIn(query: Query) {
  const provider = textOf(query, 'provider')
  if (!provider) throw new AuthError('validation_failed', 'Unsupported provider: Provider could not be found')
  const challenge = challengeIn({
    code_challenge: textOf(query, 'code_challenge'),
    code_challenge_method: textOf(query, 'code_challenge_method'),
  })
  const scopes = (textOf(query, 'scopes') ?? '').split(/[\s,]+/).filter((scope) => scope !== '')
  const others = Object.keys(query).filter((name) => !OURS.has(name) && !isReservedParameter(name))
  if (others.length > PARAMETERS_MAX)
    throw new AuthError('validation_failed', `At most ${PARAMETERS_MAX} parameters for the provider`)
  const parameters = Object.fromEntries(others.map((name) => [name, textOf(query, name) ?? '']))
  return { provider, scopes, parameters, ...(challenge && { challenge }) }
}
