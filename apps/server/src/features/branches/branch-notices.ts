import { EXPIRY_NOTICE_HOURS } from '@basalt/contract/branches/branches.rules.ts'
import { escapeMarkdown } from '../../platform/escape-markdown.ts'
import type { Notice } from '../notifications/notifications.port.ts'
import type { SilentBranch } from './branches.store.ts'

/** The notice to the members before a branch that nobody uses is deleted. */
export const expiryNotice = ({
  ref,
  parentRef,
  name,
  days,
}: Pick<SilentBranch, 'ref' | 'parentRef' | 'name' | 'days'>): Notice => ({
  name: 'branch_expires',
  priority: 'Warning',
  title: `The branch ${name} will be deleted`,
  message: `Nobody has used the branch ${escapeMarkdown(name)} for a while. It is deleted in ${EXPIRY_NOTICE_HOURS} hours, because it expires after ${days} days of silence. To keep it, open it or make it persistent.`,
  actions: [
    { label: 'Open branch', url: `/project/${ref}` },
    { label: 'Manage branches', url: `/project/${parentRef}/branches` },
  ],
  projectRef: parentRef,
  key: `branch-expires:${ref}`,
})

/** The notice to the members after a branch could not be reset. */
export const failedResetNotice = ({
  ref,
  name,
  failure,
}: {
  ref: string
  name: string
  failure: string
}): Notice => ({
  name: 'branch_reset_failed',
  priority: 'Warning',
  title: `The branch ${name} could not be reset`,
  message: `${escapeMarkdown(failure)} The branch has the data that it had before.`,
  actions: [{ label: 'Open branch', url: `/project/${ref}` }],
  projectRef: ref,
  key: `branch-reset:${ref}`,
})
