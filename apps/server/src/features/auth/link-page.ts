import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthCall } from './auth-call.ts'
import { type Query, textOf } from './auth-mounting.ts'
import type { LinkType } from './link-mails.ts'

/** Programs that open links by themselves, as they call themselves: previews of chats, and scanners of mail. */
const ROBOT = /bot\b|crawl|spider|preview|scan|facebookexternalhit|whatsapp|slack|skype|safelinks/i

/**
 * Whether opening a link shows a page with a button first. Mail servers open links to look for viruses, and chats to show
 * a preview; neither may use up a link, and many say neither what they are nor that they want a page. A program of the
 * project sends a key, or the project's settings let every program pass that does not ask for a page.
 */
export const mustAskFirst = (
  { headers }: FastifyRequest,
  { security_links_without_click }: Pick<AuthSettings, 'security_links_without_click'>,
) =>
  headers.apikey === undefined &&
  (!security_links_without_click ||
    /\btext\/html\b/.test(headers.accept ?? '') ||
    ROBOT.test(headers['user-agent'] ?? ''))

const texts: Record<LinkType, { title: string; button: string }> = {
  signup: { title: 'Confirm your email address', button: 'Confirm' },
  invite: { title: 'Accept the invitation', button: 'Accept' },
  magiclink: { title: 'Sign in', button: 'Sign in' },
  email: { title: 'Sign in', button: 'Sign in' },
  recovery: { title: 'Set a new password', button: 'Continue' },
  email_change: { title: 'Confirm the change of your email address', button: 'Confirm' },
}

/** No scripts and nothing from elsewhere. Where the form leads is not limited: browsers would apply that to the redirect too. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

/** A page with a button that redeems the link. It reads no state, so it tells nothing about the link. */
export function linkPage({ redirectTo }: AuthCall, request: FastifyRequest, reply: FastifyReply) {
  const query = request.query as Query
  const type = textOf(query, 'type') ?? ''
  const { title, button } = Object.hasOwn(texts, type) ? texts[type as LinkType] : texts.magiclink
  const { search } = new URL(request.url, 'http://localhost')
  const { host } = new URL(redirectTo)
  return reply
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(pageOf({ title, button, host, action: `verify/confirm${search}` }))
}

interface Page {
  title: string
  button: string
  /** Where the user goes afterwards; empty for an app with a scheme of its own. */
  host: string
  /** Relative to the address of the page. */
  action: string
}

const pageOf = ({ title, button, host, action }: Page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { display: grid; place-items: center; min-height: 100vh; margin: 0; background: light-dark(#f6f7f9, #101318); color: light-dark(#16191f, #e8ebf0) }
main { box-sizing: border-box; width: min(26rem, 100vw); padding: 2rem; text-align: center }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; text-wrap: balance }
p { margin: 0 0 1.5rem; color: light-dark(#565d69, #a3abb8); overflow-wrap: anywhere }
button { padding: .6rem 1.5rem; border: 0; border-radius: 6px; font: inherit; font-weight: 600; cursor: pointer; background: light-dark(#0b6a8f, #6cc6ea); color: light-dark(#fff, #0b1015) }
button:focus-visible { outline: 2px solid light-dark(#0b6a8f, #6cc6ea); outline-offset: 3px }
</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${host === '' ? 'You then return to the app.' : `You then continue to ${escaped(host)}.`}</p>
<form method="post" action="${escaped(action)}"><button autofocus>${escaped(button)}</button></form>
</main>
</body>
</html>
`

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)
