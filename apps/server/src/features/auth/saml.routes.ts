import { redirectTarget } from '@basalt/contract/auth/redirects.rules.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthCall } from './auth-call.ts'
import { AuthError } from './auth-error.ts'
import { type AuthMounting, UUID } from './auth-mounting.ts'
import { type CaptchaCheck, mustBePerson } from './captcha.ts'
import { answerProvider, providerFailure } from './link-answer.ts'
import { challengeIn, optional, parseBody, SsoBody } from './request-bodies.ts'
import type { SamlSignIn } from './saml-sign-in.ts'
import { providerNotFound, type SsoProviders, toWireProvider } from './sso-providers.ts'
import { toAuthError } from './wire-errors.ts'

interface Deps {
  publicUrl: string | undefined
  saml: SamlSignIn
  ssoProviders: SsoProviders
  captcha: CaptchaCheck
}

const Mapping = z.object({
  keys: z
    .record(
      z.string().max(63),
      z.object({
        name: z.string().max(512).optional(),
        names: z.array(z.string().max(512)).max(20).optional(),
        default: z.unknown().optional(),
        array: z.boolean().optional(),
      }),
    )
    .optional(),
})
const ProviderBody = z.object({
  type: optional(z.string()),
  metadata_url: optional(z.string().max(2048)),
  metadata_xml: optional(z.string()),
  domains: optional(z.array(z.string().max(253))),
  attribute_mapping: optional(Mapping),
  name_id_format: optional(z.string().max(255)),
  resource_id: optional(z.string().max(255)),
  disabled: optional(z.boolean()),
})

/** Signing in with a company account, and the identity providers that servers set up. */
export function samlRoutes(
  { call, forBrowser, forAdmin }: AuthMounting,
  { publicUrl, saml, ssoProviders, captcha }: Deps,
) {
  /**
   * Answers are meant for our address. One that a request claims could be that of another service, whose answers would
   * then count here. Throws `saml_provider_disabled`.
   */
  const mustBeOn = ({ settings, client }: AuthCall) => {
    if (!settings.saml_enabled) throw new AuthError('saml_provider_disabled', 'SAML 2.0 is disabled')
    if (publicUrl === undefined && !isLoopback(new URL(client.issuer).hostname))
      throw new AuthError(
        'saml_provider_disabled',
        'SAML needs the address of this installation. Set BASALT_PUBLIC_URL and start it again.',
      )
  }

  call('POST', '/sso', 'Sign in with a company account', async (one, request, reply, { caller }) => {
    mustBeOn(one)
    await mustBePerson(captcha, one, request, caller)
    const {
      provider_id: providerId,
      domain,
      redirect_to,
      skip_http_redirect,
      ...body
    } = parseBody(SsoBody, request.body)
    if (!providerId === !domain)
      throw new AuthError('validation_failed', 'One of provider_id or domain must be set')
    if (providerId && !UUID.test(providerId)) throw providerNotFound()
    const redirectTo = redirectTarget(redirect_to, one.settings)
    const wanted = { providerId, domain, challenge: challengeIn(body) }
    const url = await saml.start({ ...one, redirectTo }, wanted)
    return skip_http_redirect ? { url } : reply.redirect(url, 303)
  })

  forBrowser(
    'GET',
    '/sso/saml/metadata',
    'What identity providers are told',
    async (one, _request, reply) => {
      mustBeOn(one)
      return reply.type('application/samlmetadata+xml; charset=utf-8').send(await saml.metadata(one))
    },
  )

  forBrowser('POST', '/sso/saml/acs', 'Come back from an identity provider', async (one, request, reply) =>
    finish(one, request, reply),
  )

  async function finish(one: AuthCall, request: FastifyRequest, reply: FastifyReply) {
    const { SAMLResponse: answer, RelayState: relayState } = (request.body ?? {}) as Record<string, unknown>
    let redirectTo = one.settings.site_url
    try {
      mustBeOn(one)
      const taken = await saml.take(one, typeof relayState === 'string' ? relayState : '')
      redirectTo = taken.redirectTo
      const returned = await saml.finish(one, taken.relay, typeof answer === 'string' ? answer : '')
      return answerProvider(reply, redirectTo, returned)
    } catch (error) {
      const refusal = toAuthError(error)
      request.log[refusal.status >= 500 ? 'error' : 'info']({ err: error }, 'A sign-in with SAML failed')
      return providerFailure(reply, redirectTo, {
        error: refusal.status >= 500 ? 'server_error' : 'access_denied',
        code: refusal.code,
        description: refusal.message,
      })
    }
  }

  const idOf = (request: FastifyRequest) => {
    const { id } = request.params as { id: string }
    if (!UUID.test(id)) throw providerNotFound()
    return id
  }
  const changeIn = (body: unknown) => {
    const { type, ...change } = parseBody(ProviderBody, body)
    if (type !== undefined && type !== 'saml')
      throw new AuthError('validation_failed', 'Only providers of the type saml are offered')
    return change
  }

  forAdmin('GET', '/admin/sso/providers', 'The identity providers of companies', async ({ ref }) => ({
    items: (await ssoProviders.list(ref)).map(toWireProvider),
  }))
  forAdmin('POST', '/admin/sso/providers', 'Add an identity provider', async (one, request, reply) => {
    const created = await ssoProviders.create(one, changeIn(request.body))
    reply.code(201)
    return toWireProvider(created)
  })
  forAdmin('GET', '/admin/sso/providers/:id', 'An identity provider', async ({ ref }, request) =>
    toWireProvider(await ssoProviders.find(ref, idOf(request))),
  )
  forAdmin('PUT', '/admin/sso/providers/:id', 'Change an identity provider', async (one, request) =>
    toWireProvider(await ssoProviders.change(one, idOf(request), changeIn(request.body))),
  )
  forAdmin('DELETE', '/admin/sso/providers/:id', 'Remove an identity provider', async (one, request) =>
    toWireProvider(await ssoProviders.remove(one, idOf(request))),
  )
}

const isLoopback = (host: string) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]'
