import { createResetLink, resetPassword, sendResetMail } from '@basalt/contract/access/access.endpoints.ts'
import { done } from '@basalt/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import { noteForAudit } from '../../http/audit-notes.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { type PasswordResetService, resetMail } from './password-reset.ts'
import { signInLimit } from './sign-in-limit.ts'

interface Deps {
  gates: Gates
  service: PasswordResetService
  /** Undefined when links cannot be mailed. */
  mail: { mailer: Mailer; publicUrl: string } | undefined
}

export const passwordResetRoutes =
  ({ gates, service, mail }: Deps) =>
  async (app: FastifyInstance) => {
    const { limitAttempts, limitAddress } = signInLimit(app)

    mount(app, createResetLink, gates.anyone, async ({ body }, request) => {
      noteForAudit(request, { email: body.email })
      await limitAttempts(request)
      return service.linkForProof(body.email, body.proof)
    })

    mount(app, sendResetMail, gates.anyone, async ({ body }, request) => {
      noteForAudit(request, { email: body.email })
      await limitAttempts(request)
      if (!mail)
        throw new AppError(
          'not_configured',
          'This Basalt sends no mail. Ask its operator to run "npm run reset-password" with your address.',
        )
      // Not awaited: the time it takes would reveal whether the account exists.
      void mailLink(mail, body.email).catch((error) => request.log.error(error, 'A reset mail was not sent'))
      return done
    })

    mount(app, resetPassword, gates.anyone, async ({ body }, request) => {
      await limitAddress(request)
      noteForAudit(request, { userId: await service.reset(body.token, body.password) })
      return done
    })

    async function mailLink({ mailer, publicUrl }: NonNullable<typeof mail>, email: string) {
      const link = await service.linkFor(email)
      if (!link) return
      const address = new URL(`/reset-password#token=${link.token}`, publicUrl).href
      const [failure] = await mailer.sendAll([resetMail(email, address)])
      if (failure !== undefined) throw new Error(failure)
    }
  }
