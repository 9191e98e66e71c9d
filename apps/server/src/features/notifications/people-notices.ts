import { roles } from '@basalt/contract/permissions/roles.rules.ts'
import { escapeMarkdown } from '../../platform/escape-markdown.ts'
import type { Joining, Notice } from './notifications.port.ts'

const openTeam = { label: 'Open team', url: '/org/[slug]/team' }
const bold = (text: string) => `**${escapeMarkdown(text)}**`

function asWhat({ organization, role, projects }: Joining) {
  const where = projects === null ? '' : projects === 1 ? ' on one project' : ` on ${projects} projects`
  return `${bold(roles[role].name)}${where} in ${bold(organization.name)}`
}

const keyOf = ({ organization, userId }: Joining) => `joined:${organization.id}:${userId}`

/** For those who manage the members of an organization. */
export const memberJoinedNotice = (joining: Joining): Notice => ({
  name: 'member_joined',
  priority: 'Info',
  title: `${joining.email} joined ${joining.organization.name}`,
  message: `They are ${asWhat(joining)} by invitation.`,
  actions: [openTeam],
  key: keyOf(joining),
})

/** For who sent the invitation. */
export const invitationAcceptedNotice = (joining: Joining): Notice => ({
  name: 'invitation_accepted',
  priority: 'Info',
  title: `${joining.email} accepted your invitation`,
  message: `They are now ${asWhat(joining)}.`,
  actions: [openTeam],
  key: keyOf(joining),
})

/** It says how to open what is closed, so that it is shown where nothing else of the organization is. */
export const MFA_REQUIRED_NOTICE = 'mfa_required'

/** For members who are shut out until they have a second factor. */
export const mfaRequiredNotice = ({ id, name }: { id: string; name: string }): Notice => ({
  name: MFA_REQUIRED_NOTICE,
  priority: 'Warning',
  title: `${name} now requires multi-factor authentication`,
  message: `You see nothing of ${bold(name)} until you have set it up in your account. It takes a minute and an authenticator app.`,
  actions: [{ label: 'Set up multi-factor authentication', url: '/account/security' }],
  key: `mfa-required:${id}`,
})
