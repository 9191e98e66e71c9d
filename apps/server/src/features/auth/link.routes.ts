import type { FastifyReply, FastifyRequest } from 'fastify'
import { noteUser } from '../../http/api-calls.ts'
import type { ApiGates } from '../../http/api-gates.ts'
import type { AuthCall } from './auth-call.ts'
import { type AuthMounting, type Query, textOf } from './auth-mounting.ts'
import { answerLink, linkFailure } from './link-answer.ts'
import { linkPage, mustAskFirst } from './link-page.ts'
import type { Links } from './links.ts'
import { linkTypeIn, proofIn } from './proofs.ts'
import { toAuthError } from './wire-errors.ts'

/** Links from mails, which people follow in a browser. */
export function linkRoutes({ forBrowser }: AuthMounting, gates: ApiGates, links: Links) {
  const redeem = async (one: AuthCall, request: FastifyRequest, reply: FastifyReply) => {
    const query = request.query as Query
    const token = textOf(query, 'token') ?? ''
    try {
      const type = linkTypeIn(textOf(query, 'type') ?? '')
      const redeemed = await links.redeem(one, type, proofIn({ token_hash: token }))
      if (redeemed.kind === 'session') noteUser(request, redeemed.session.user.id)
      return answerLink(reply, one.redirectTo, type, redeemed)
    } catch (error) {
      const refusal = toAuthError(error)
      // A failure of ours is answered and logged as one.
      if (refusal.status >= 500) throw error
      return linkFailure(reply, one.redirectTo, token, refusal)
    }
  }

  forBrowser(['GET', 'HEAD'], '/verify', 'Open a link from a mail', async (one, request, reply) => {
    // Programs that look for dead links ask for the head, and must not use one up.
    if (request.method === 'HEAD' || mustAskFirst(request, one.settings)) return linkPage(one, request, reply)
    // A key that is not one of the project is told, not ignored.
    if (request.headers.apikey !== undefined) await gates.key.enter(request)
    return redeem(one, request, reply)
  })
  forBrowser('POST', '/verify/confirm', 'Confirm that a link from a mail is followed', redeem)
}
