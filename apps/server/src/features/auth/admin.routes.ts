import { ADMIN_PAGE_DEFAULT, ADMIN_PAGE_MAX } from '@basalt/contract/auth/auth-limits.rules.ts'
import { redirectTarget } from '@basalt/contract/auth/redirects.rules.ts'
import type { FastifyReply } from 'fastify'
import type { adminUsers } from './admin.ts'
import type { AuthAudit } from './auth-audit.ts'
import { AuthError, userNotFound } from './auth-error.ts'
import { type AuthMounting, emailMissing, idIn, type Query, textOf, UUID } from './auth-mounting.ts'
import { AdminUserBody, durationIn, GenerateLinkBody, InviteBody, parseBody } from './request-bodies.ts'
import { toWireFactor, toWireUser } from './user-record.ts'

/** What servers do with users. */
export function adminRoutes(
  { forAdmin }: AuthMounting,
  admin: ReturnType<typeof adminUsers>,
  audit: AuthAudit,
) {
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
    const wanted = pageIn(request.query as Query)
    const { users, total } = await admin.page(ref, wanted)
    tellPages(reply, `${client.issuer}/admin/users`, wanted, total)
    return { users, aud: 'authenticated' }
  })

  forAdmin(
    'GET',
    '/admin/audit',
    'A page of the audit log of users',
    async ({ ref, client }, request, reply) => {
      const query = request.query as Query
      const wanted = pageIn(query)
      const { entries, total } = await audit.numbered(ref, {
        ...wanted,
        search: textOf(query, 'query') ?? '',
      })
      tellPages(reply, `${client.issuer}/admin/audit`, wanted, total)
      return entries
    },
  )

  const adminChangeIn = (body: unknown) => {
    const fields = parseBody(AdminUserBody, body)
    return {
      id: fields.id,
      email: fields.email || undefined,
      phone: fields.phone || undefined,
      password: fields.password || undefined,
      passwordHash: fields.password_hash || undefined,
      isEmailConfirmed: fields.email_confirm,
      isPhoneConfirmed: fields.phone_confirm,
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
}

const generated = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const

/** The page that a query asks for. Throws `validation_failed`. */
const pageIn = (query: Query) => ({
  page: numberIn(query, 'page', 1, Number.MAX_SAFE_INTEGER / ADMIN_PAGE_MAX),
  perPage: numberIn(query, 'per_page', ADMIN_PAGE_DEFAULT, ADMIN_PAGE_MAX),
})

/** Tells in headers how much there is, and where the next page is (RFC 8288). */
function tellPages(
  reply: FastifyReply,
  path: string,
  { page, perPage }: { page: number; perPage: number },
  total: number,
) {
  const last = Math.max(1, Math.ceil(total / perPage))
  const linkTo = (number: number, rel: string) => `<${path}?page=${number}&per_page=${perPage}>; rel="${rel}"`
  reply.header('x-total-count', String(total))
  reply.header('link', [...(page < last ? [linkTo(page + 1, 'next')] : []), linkTo(last, 'last')].join(', '))
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
