import { createHash } from 'node:crypto'
import { RESET_LINK_HOURS, RESET_PROOF_SECONDS } from '@basalt/contract/access/access.rules.ts'
import { z } from 'zod'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { isProven, machineProof } from '../../platform/secrets/machine-proof.ts'
import { hashPassword } from '../../platform/secrets/passwords.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { AccessTokenStore } from './access-tokens.store.ts'
import type { SessionStore } from './sessions.store.ts'
import type { UserStore } from './users.store.ts'

const LINK = 'password reset link'

const Link = z.object({
  is: z.literal(LINK),
  email: z.string(),
  /** Identifies the password that the link replaces. Once that has changed, the link is invalid. */
  replaces: z.string(),
  until: z.number(),
})

const seal = (secrets: Secrets, content: object) =>
  secrets.seal(JSON.stringify(content)).toString('base64url')

function unsealed<T>(secrets: Secrets, token: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(secrets.open(Buffer.from(token, 'base64url')))).data
  } catch {
    // Sealed with another key, or not sealed at all.
    return undefined
  }
}

const fingerprint = (passwordHash: string) => createHash('sha256').update(passwordHash).digest('base64url')

const RESET = 'password reset'

/** Proves that a program can read the key file. */
export const resetProof = (secrets: Secrets, email: string, now: Date) =>
  machineProof(secrets, { purpose: RESET, subject: email, now, seconds: RESET_PROOF_SECONDS })

interface Deps {
  users: UserStore
  sessions: SessionStore
  tokens: AccessTokenStore
  secrets: Secrets
  now: () => Date
}

export type PasswordResetService = ReturnType<typeof passwordResetService>

/** Resets a lost password with a sealed link that works once and is stored nowhere. */
export function passwordResetService({ users, sessions, tokens, secrets, now }: Deps) {
  /** Undefined when there is no account with this address and a password. */
  const linkFor = async (email: string) => {
    const user = await users.withPassword(email)
    if (!user?.password_hash) return undefined
    const until = now().getTime() + RESET_LINK_HOURS * 3_600_000
    const token = seal(secrets, { is: LINK, email, replaces: fingerprint(user.password_hash), until })
    return { token, expires_at: new Date(until).toISOString() }
  }

  return {
    linkFor,

    /** Throws `forbidden` without a fresh proof for this address, `not_found` when there is no such account. */
    async linkForProof(email: string, proof: string) {
      if (!isProven(secrets, proof, { purpose: RESET, subject: email, now: now() }))
        throw new AppError('forbidden', 'Run "npm run reset-password" on the machine that Basalt runs on.')
      const link = await linkFor(email)
      if (!link) throw notFound('Account', email)
      return link
    },

    /**
     * Returns the user's id. Throws `gone` for a link that was used, has expired or is invalid. Ends all sessions and access
     * tokens of the account.
     */
    async reset(token: string, password: string) {
      const content = unsealed(secrets, token, Link)
      const user =
        content && content.until >= now().getTime() ? await users.withPassword(content.email) : undefined
      const before = user?.password_hash
      if (!user || !before || fingerprint(before) !== content?.replaces) throw goneLink()
      if (!(await users.replacePassword(user.id, before, await hashPassword(password)))) throw goneLink()
      await sessions.endOthers(user.id, undefined)
      await tokens.removeAll(user.id)
      return user.id
    },
  }
}

const goneLink = () => new AppError('gone', 'This link has been used or has expired. Request a new one.')

export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Set a new password for Basalt',
  text: `Someone, probably you, requested a new password for ${to}.

Follow this link to set it. It works once, for ${RESET_LINK_HOURS} hour:

${link}

If you did not request it, ignore this mail. Your password stays the same.
`,
})
