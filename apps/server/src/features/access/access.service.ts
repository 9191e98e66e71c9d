import type { InvitationLink, Profile, SignUp } from '@basalt/contract/access/access.schema.ts'
import type { ValidationIssue } from '@basalt/contract/errors.ts'
import type { z } from 'zod'
import { AppError } from '../../http/app-error.ts'
import { dummyPasswordHash, hashPassword, verifyPassword } from '../../platform/secrets/passwords.ts'
import type { SetupLink } from './setup-link.ts'
import type { UserStore } from './users.store.ts'

interface Deps {
  users: UserStore
  setupLink: SetupLink
  isSignUpOpen: boolean
  /** Throws an AppError when the invitation does not allow an account for this address. */
  mustInvite(email: string, invitation: InvitationLink): Promise<void>
}

export type AccessService = ReturnType<typeof accessService>

/** Creates accounts and verifies passwords. */
export function accessService({ users, setupLink, isSignUpOpen, mustInvite }: Deps) {
  return {
    async signUp({
      email,
      password,
      setup_token: setupToken,
      invitation,
    }: z.output<typeof SignUp>): Promise<Profile> {
      if (!(await users.hasAny())) return signUpFirst(email, password, setupToken)
      if (setupToken !== undefined)
        throw new AppError(
          'gone',
          'This set-up link has been used. Sign in, or ask the owner for an account.',
        )
      if (invitation) await mustInvite(email, invitation)
      else if (!isSignUpOpen)
        throw new AppError(
          'forbidden',
          'Accounts are created by invitation only. Ask an owner or administrator for one.',
        )
      const profile = await users.create(email, await hashPassword(password))
      if (!profile)
        throw new AppError('conflict', 'An account with this email address exists. Sign in instead.')
      return profile
    },

    /** The answer and its duration are the same for an unknown address and a wrong password. */
    async signIn(email: string, password: string): Promise<Profile> {
      const user = await users.withPassword(email)
      const isRight = await verifyPassword(password, user?.password_hash ?? dummyPasswordHash)
      if (!user?.password_hash || !isRight)
        throw new AppError('unauthenticated', 'The email address or the password is wrong')
      const { password_hash: _, ...profile } = user
      return profile
    },

    /** Throws `forbidden` for a wrong password, naming the field, and `conflict` for a taken address. */
    async changeEmail(userId: string, email: string, password: string): Promise<Profile> {
      const currentHash = await users.passwordHash(userId)
      if (currentHash === undefined || !(await verifyPassword(password, currentHash))) throw wrongPassword()
      const changed = await users.changeEmail(userId, currentHash, email)
      if (changed === 'taken') throw takenEmail()
      if (!changed) throw wrongPassword()
      return changed
    },

    /** Throws `forbidden` for a wrong current password, naming the field. */
    async changePassword(userId: string, current: string, next: string) {
      const currentHash = await users.passwordHash(userId)
      if (currentHash === undefined || !(await verifyPassword(current, currentHash))) throw wrongPassword()
      if (!(await users.replacePassword(userId, currentHash, await hashPassword(next)))) throw wrongPassword()
    },
  }

  async function signUpFirst(email: string, password: string, setupToken: string | undefined) {
    if (setupToken === undefined)
      throw new AppError('forbidden', 'Open the set-up link in the terminal to create the first account.')
    if (!setupLink.admits(setupToken))
      throw new AppError('gone', 'This set-up link is no longer valid. Restart Basalt and open the new link.')
    const owner = await users.createFirst(email, await hashPassword(password))
    if (!owner)
      throw new AppError('gone', 'This set-up link has been used. Sign in, or ask the owner for an account.')
    return owner
  }
}

function takenEmail() {
  const message = 'Another account has this email address'
  const issues: ValidationIssue[] = [{ path: 'email', message }]
  return new AppError('conflict', message, { details: { issues } })
}

/** Names the field, so that a form shows the message there. */
function wrongPassword() {
  const message = 'That is not your current password'
  const issues: ValidationIssue[] = [{ path: 'current_password', message }]
  return new AppError('forbidden', message, { details: { issues } })
}
