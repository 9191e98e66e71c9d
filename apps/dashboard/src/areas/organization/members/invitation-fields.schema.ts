import { Email } from '@basalt/contract/access/access.schema.ts'
import { INVITATIONS_PER_REQUEST_MAX } from '@basalt/contract/members/members.rules.ts'
import { RoleId } from '@basalt/contract/permissions/permissions.schema.ts'
import { DEFAULT_ROLE } from '@basalt/contract/permissions/roles.rules.ts'
import { z } from 'zod'

/** Splits addresses separated by line breaks, commas, semicolons or spaces. */
export const addressesIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

/** The form's fields, in order. The contract's schema validates the request again. */
export const InvitationFields = z
  .object({
    emails: z.string().superRefine((text, context) => {
      const addresses = addressesIn(text)
      const refuse = (message: string) => context.addIssue({ code: 'custom', message })
      const wrong = addresses.find((address) => !Email.safeParse(address).success)
      if (addresses.length === 0) refuse('Enter an email address')
      else if (wrong !== undefined) refuse(`${wrong} is not an email address such as name@example.com`)
      else if (addresses.length > INVITATIONS_PER_REQUEST_MAX)
        refuse(`Invite at most ${INVITATIONS_PER_REQUEST_MAX} people at once`)
    }),
    role_id: RoleId,
    scope: z.enum(['organization', 'projects']),
    projects: z.array(z.object({ ref: z.string(), name: z.string() })),
  })
  .refine(({ scope, projects }) => scope === 'organization' || projects.length > 0, {
    path: ['projects'],
    message: 'Choose at least one project',
  })
  .refine(({ scope, role_id }) => scope === 'organization' || role_id !== 'owner', {
    path: ['role_id'],
    message: 'An owner owns the whole organization',
  })
export type InvitationFields = z.infer<typeof InvitationFields>

export const emptyInvitation: InvitationFields = {
  emails: '',
  role_id: DEFAULT_ROLE,
  scope: 'organization',
  projects: [],
}

/** The request body. */
export const invitationBody = ({ emails, role_id, scope, projects }: InvitationFields) => ({
  emails: addressesIn(emails),
  role_id,
  ...(scope === 'projects' && { role_scoped_projects: projects.map(({ ref }) => ref) }),
})
