import { captchas } from '@basalt/contract/auth/captcha.rules.ts'
import type { FastifyRequest } from 'fastify'
import type { ApiCaller } from '../../http/api-gates.ts'
import { describeFailure, exchange } from '../../platform/outgoing-requests/exchange.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import type { AuthCall } from './auth-call.ts'
import { AuthError } from './auth-error.ts'
import type { AuthSettingsStore } from './auth-settings.store.ts'
import { captchaTokenIn } from './request-bodies.ts'

const TIMEOUT_MS = 10_000
const ANSWER_MAX_BYTES = 16 * 1024
/** Tokens have about 2 KB. */
const TOKEN_MAX = 8192

export type CaptchaCheck = ReturnType<typeof captchaCheck>

/** Has a service tell whether a person sent a request. Throws `captcha_failed` when it does not say so. */
export const captchaCheck =
  ({ settings: settingsOf, reach }: { settings: Pick<AuthSettingsStore, 'secret'>; reach: Reach }) =>
  async ({ ref, settings, client }: AuthCall, token: string | undefined) => {
    const { captcha } = settings
    if (!captcha?.enabled) return
    if (token === undefined || token === '' || token.length > TOKEN_MAX)
      throw refused('no captcha response (captcha_token) found in request')
    const secret = (await settingsOf.secret(ref, 'captcha')) ?? ''
    const form = new URLSearchParams({ secret, response: token, remoteip: client.ip })
    const answer = await ask(captcha.url ?? captchas[captcha.provider].url, form, reach)
    if (answer.success === true) return
    const reasons = Array.isArray(answer['error-codes']) ? answer['error-codes'].join(', ') : ''
    throw refused(`request disallowed (${reasons.slice(0, 200)})`)
  }

async function ask(url: string, form: URLSearchParams, reach: Reach): Promise<Record<string, unknown>> {
  try {
    const { body } = await exchange({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      reach,
      timeoutMs: TIMEOUT_MS,
      bodyMax: ANSWER_MAX_BYTES,
    })
    const answer: unknown = JSON.parse((await body).toString())
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  } catch (cause) {
    const reason =
      cause instanceof SyntaxError ? 'Its answer is not JSON' : describeFailure(cause, TIMEOUT_MS)
    throw new AuthError('captcha_failed', `captcha verification process failed: ${reason}`, {
      status: 500,
      cause,
    })
  }
}

const refused = (reason: string) => new AuthError('captcha_failed', `captcha protection: ${reason}`)

/** Throws `captcha_failed`. Servers with a secret key are not asked. */
export async function mustBePerson(
  captcha: CaptchaCheck,
  call: AuthCall,
  request: FastifyRequest,
  caller: ApiCaller,
) {
  if (caller.role !== 'service_role') await captcha(call, captchaTokenIn(request.body))
}
