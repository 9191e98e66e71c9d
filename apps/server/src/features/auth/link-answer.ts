import type { FastifyReply } from 'fastify'
import { noteErrorCode } from '../../http/api-calls.ts'
import type { AuthError } from './auth-error.ts'
import type { LinkType } from './link-mails.ts'
import type { Redeemed } from './links.ts'
import { isPkceToken } from './one-time-codes.ts'
import type { Returned } from './providers.ts'
import type { CompanyReturned } from './saml-sign-in.ts'

/** Sends the browser that followed a link on to the app, with the session in the fragment, which no server sees. */
export function answerLink(reply: FastifyReply, redirectTo: string, type: LinkType, redeemed: Redeemed) {
  switch (redeemed.kind) {
    case 'session': {
      const { access_token, refresh_token, expires_in, expires_at, token_type } = redeemed.session
      return redirect(reply, redirectTo, {
        fragment: { access_token, expires_at, expires_in, refresh_token, token_type, type },
      })
    }
    case 'auth_code':
      return redirect(reply, redirectTo, { query: { code: redeemed.code } })
    case 'half':
      return redirect(reply, redirectTo, { fragment: { message: redeemed.message } })
  }
}

/** Sends the browser on with what went wrong, for the app to show. */
export function linkFailure(
  reply: FastifyReply,
  redirectTo: string,
  token: string,
  { code, message }: AuthError,
) {
  noteErrorCode(reply.request, code)
  const parts = {
    error: 'access_denied',
    error_code: code,
    error_description: code === 'otp_expired' ? 'Email link is invalid or has expired' : message,
  }
  return redirect(reply, redirectTo, { ...(isPkceToken(token) && { query: parts }), fragment: parts })
}

/** Sends the browser that comes back from a provider, or from that of a company, on to the app. */
export function answerProvider(
  reply: FastifyReply,
  redirectTo: string,
  returned: Returned | CompanyReturned,
) {
  if (returned.kind === 'auth_code') return redirect(reply, redirectTo, { query: { code: returned.code } })
  const { user: _, ...fragment } = returned.session
  return redirect(reply, redirectTo, { fragment })
}

/** Sends the browser on with why a provider did not sign the user in. */
export function providerFailure(
  reply: FastifyReply,
  redirectTo: string,
  { error, code, description }: { error: string; code?: string; description: string },
) {
  if (code !== undefined) noteErrorCode(reply.request, code)
  const parts = { error, ...(code !== undefined && { error_code: code }), error_description: description }
  return redirect(reply, redirectTo, { query: parts, fragment: parts })
}

type Parts = Record<string, string | number>

function redirect(
  reply: FastifyReply,
  to: string,
  { query = {}, fragment }: { query?: Parts; fragment?: Parts },
) {
  const url = new URL(to)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  if (fragment) {
    const parts = new URLSearchParams()
    for (const [name, value] of Object.entries(fragment)) parts.set(name, String(value))
    url.hash = parts.toString()
  }
  // The token of the link must not reach the app's server or others as a referrer.
  return reply.header('referrer-policy', 'no-referrer').redirect(url.href, 302)
}
