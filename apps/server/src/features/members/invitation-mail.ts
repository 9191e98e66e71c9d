import { type Role, roles } from '@basalt/contract/permissions/roles.rules.ts'
import type { Mail } from '../../platform/mail/mailer.ts'

export function invitationMail(
  organizationName: string,
  {
    email,
    role_id,
    invited_by,
    expires_at,
    link,
  }: { email: string; role_id: Role; invited_by: string | null; expires_at: string; link: string },
): Mail {
  const until = new Date(expires_at).toUTCString()
  return {
    to: email,
    subject: `Join ${organizationName} on Basalt`,
    text: `${invited_by ?? 'Someone'} invites you to ${organizationName} on Basalt, as ${roles[role_id].name}.

Follow this link to join. It works once, for ${email}, until ${until}:

${link}

If you did not expect this invitation, ignore this email: nothing happens unless you follow the link.
`,
  }
}
