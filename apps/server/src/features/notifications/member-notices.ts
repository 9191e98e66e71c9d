import { roles } from '@basalt/contract/permissions/roles.rules.ts'
import { escapeMarkdown } from '../../platform/escape-markdown.ts'
import type { Joining, MemberNotifier, Notice, Notifier } from './notifications.port.ts'

const openTeam = { label: 'Open team', url: '/org/[slug]/team' }
const bold = (text: string) => `**${escapeMarkdown(text)}**`

function roleText({ organization, role, projects }: Joining) {
  const where = projects === null ? '' : projects === 1 ? ' on one project' : ` on ${projects} projects`
  return `${bold(roles[role].name)}${where} in ${bold(organization.name)}`
}

const keyOf = ({ organization, userId }: Joining) => `joined:${organization.id}:${userId}`

/** For those who manage the members of an organization. */
const memberJoinedNotice = (joining: Joining): Notice => ({
  name: 'member_joined',
  priority: 'Info',
  title: `${joining.email} joined ${joining.organization.name}`,
  message: `They are ${roleText(joining)} by invitation.`,
  actions: [openTeam],
  key: keyOf(joining),
})

/** For the sender of the invitation. */
const invitationAcceptedNotice = (joining: Joining): Notice => ({
  name: 'invitation_accepted',
  priority: 'Info',
  title: `${joining.email} accepted your invitation`,
  message: `They are now ${roleText(joining)}.`,
  actions: [openTeam],
  key: keyOf(joining),
})

/** Visible even while the rest of the organization is blocked, because it says how to get access. */
export const MFA_REQUIRED_NOTICE = 'mfa_required'

/** For members who are locked out until they set up MFA. */
const mfaRequiredNotice = ({ id, name }: { id: string; name: string }): Notice => ({
  name: MFA_REQUIRED_NOTICE,
  priority: 'Warning',
  title: `${name} now requires multi-factor authentication`,
  message: `Set it up in your account to get back access to ${bold(name)}. You need an authenticator app.`,
  actions: [{ label: 'Set up multi-factor authentication', url: '/account/security' }],
  key: `mfa-required:${id}`,
})

/** Failures are only logged: the team page has the same information. */
export function memberNotifier(
  notifier: Pick<Notifier, 'notifySome'>,
  onFailed: (error: unknown) => void,
): MemberNotifier {
  return {
    async notifyJoined(joining) {
      const { organization, userId, inviterId, managerIds } = joining
      const others = managerIds.filter((id) => id !== userId && id !== inviterId)
      try {
        if (inviterId !== null)
          await notifier.notifySome(organization.id, [inviterId], invitationAcceptedNotice(joining))
        await notifier.notifySome(organization.id, others, memberJoinedNotice(joining))
      } catch (error) {
        onFailed(error)
      }
    },

    async notifyMfaRequired(organization, userIds) {
      try {
        await notifier.notifySome(organization.id, userIds, mfaRequiredNotice(organization))
      } catch (error) {
        onFailed(error)
      }
    },
  }
}
