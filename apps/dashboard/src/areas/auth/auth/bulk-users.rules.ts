import type { AuthUser } from '@basalt/contract/auth/auth.schema.ts'

/** What can be done with several users at once. */
export const bulkActions = ['link', 'recovery', 'ban', 'unban', 'delete'] as const
export type BulkAction = (typeof bulkActions)[number]

const counted = (count: number, what: string) =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
const users = (count: number) => counted(count, 'user')

interface BulkText {
  menu: string
  question: (count: number) => string
  confirm: (count: number) => string
  /** What happens to the users. */
  consequences: string
  progress: string
  done: (count: number) => string
}

export const bulkTexts: Record<BulkAction, BulkText> = {
  link: {
    menu: 'Send sign-in links',
    question: (count) => `Send sign-in links to ${users(count)}`,
    confirm: () => 'Send links',
    consequences: 'Each gets a mail with a link that signs in. The rate limit for emails counts them.',
    progress: 'Sending links',
    done: (count) => `${counted(count, 'sign-in link')} sent`,
  },
  recovery: {
    menu: 'Reset passwords',
    question: (count) => `Send password resets to ${users(count)}`,
    confirm: () => 'Send resets',
    consequences:
      'Each gets a mail with a link to set a new password. The present one works until then. The rate limit for emails counts them.',
    progress: 'Sending password resets',
    done: (count) => `${counted(count, 'password reset')} sent`,
  },
  ban: {
    menu: 'Ban',
    question: (count) => `Ban ${users(count)}`,
    confirm: (count) => `Ban ${users(count)}`,
    consequences: '',
    progress: 'Banning users',
    done: (count) => `${users(count)} banned`,
  },
  unban: {
    menu: 'End bans',
    question: (count) => `End the bans of ${users(count)}`,
    confirm: () => 'End bans',
    consequences: 'They can sign in again.',
    progress: 'Ending bans',
    done: (count) => `${counted(count, 'ban')} ended`,
  },
  delete: {
    menu: 'Delete',
    question: (count) => `Delete ${users(count)}`,
    confirm: (count) => `Delete ${users(count)}`,
    consequences:
      'Their sessions end and their accounts cannot be restored. Rows of other tables that refer to them are deleted or kept as their foreign keys say.',
    progress: 'Deleting users',
    done: (count) => `${users(count)} deleted`,
  },
}

/** Why an action does nothing to a user, who is not asked the server about. */
export function bulkRefusal(action: BulkAction, { email, banned_until }: AuthUser): string | undefined {
  if ((action === 'link' || action === 'recovery') && email === null) return 'Has no email address'
  if (action === 'unban' && banned_until === null) return 'Is not banned'
  return undefined
}

/** What happened to one user. */
export interface BulkOutcome {
  user: AuthUser
  /** Why it did not work. */
  failure: string | undefined
}

/** Does something with one user after the other, until all are done or `stopped` says so. */
export async function forEachUser(
  list: readonly AuthUser[],
  {
    action,
    work,
    stopped,
    onOutcome,
  }: {
    action: BulkAction
    work: (user: AuthUser) => Promise<unknown>
    stopped: AbortSignal
    onOutcome: (outcome: BulkOutcome) => void
  },
) {
  for (const user of list) {
    if (stopped.aborted) return
    let failure = bulkRefusal(action, user)
    if (failure === undefined)
      try {
        await work(user)
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error)
      }
    onOutcome({ user, failure })
  }
}
