import { z } from 'zod'
import { OrganizationSlug } from '../organizations/organizations.schema.ts'
import { ProjectRef } from '../projects/projects.schema.ts'
import { nameText, Text } from '../text.ts'
import {
  ACCOUNT_PASSWORD_MAX,
  ACCOUNT_PASSWORD_MIN,
  DISPLAY_NAME_MAX,
  TOKEN_DAYS_DEFAULT,
  TOKEN_DAYS_MAX,
  TOKEN_NAME_MAX,
} from './access.rules.ts'
import { tokenAccesses } from './token-scope.rules.ts'

export const Email = Text.trim()
  .toLowerCase()
  .max(254, 'An email address has at most 254 characters')
  .pipe(z.email('Enter an email address such as name@example.com'))

export const NewPassword = Text.min(
  ACCOUNT_PASSWORD_MIN,
  `The password needs at least ${ACCOUNT_PASSWORD_MIN} characters`,
).max(ACCOUNT_PASSWORD_MAX, `The password may have at most ${ACCOUNT_PASSWORD_MAX} characters`)

export const Profile = z
  .object({
    id: z.uuid(),
    email: z.string(),
    /** The user's display name; null to show the email address. */
    display_name: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof Profile>

/** 256 random bits in base64url. */
export const InvitationToken = z.string().regex(/^[\w-]{20,100}$/, 'Not the token of an invitation')
/** The organization and token in an invitation's link. */
export const InvitationLink = z.strictObject({ slug: OrganizationSlug, token: InvitationToken })
export type InvitationLink = z.infer<typeof InvitationLink>

export const SignUp = z.strictObject({
  email: Email,
  password: NewPassword,
  setup_token: Text.max(200).optional(),
  /** Creates the account that the invitation is for, even while sign-up is off. */
  invitation: InvitationLink.optional(),
})

export const ProfileChange = z.strictObject({
  /** Empty to remove the name. */
  display_name: nameText('The name', 0, DISPLAY_NAME_MAX),
})

/** The password's length is not checked here: an old rule must never lock anyone out. */
export const SignIn = z.strictObject({
  email: Email,
  password: Text.min(1, 'Enter your password').max(ACCOUNT_PASSWORD_MAX),
})

export const PasswordChange = z
  .strictObject({
    current_password: Text.min(1, 'Enter your current password').max(ACCOUNT_PASSWORD_MAX),
    new_password: NewPassword,
    /** Signs out all sessions but the caller's. */
    end_other_sessions: z.boolean().default(false),
  })
  .refine(({ current_password, new_password }) => current_password !== new_password, {
    path: ['new_password'],
    message: 'That is your current password. Choose another one.',
  })

/** Sent by `npm run reset-password`; only a program that can read the key file can make the proof. */
export const ResetLinkRequest = z.strictObject({ email: Email, proof: Text.max(2000) })

export const ResetLink = z
  .object({
    /** Follows `/reset-password#token=` in the dashboard's URL. */
    token: z.string(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'PasswordResetLink' })

export const ResetMailRequest = z.strictObject({ email: Email })

export const PasswordReset = z.strictObject({
  token: Text.min(1).max(2000),
  password: NewPassword,
})

export const EmailChange = z.strictObject({
  email: Email,
  current_password: Text.min(1, 'Enter your current password').max(ACCOUNT_PASSWORD_MAX),
})

export const AccessToken = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** The last characters of the token, to tell tokens apart. */
    hint: z.string(),
    /** `read` cannot change anything, whatever its owner's rights. */
    access: z.enum(tokenAccesses),
    /** The one organization it reaches; null for all of its owner's. */
    organization_slug: z.string().nullable(),
    /** The one project it reaches; null for all. */
    project_ref: z.string().nullable(),
    /** Null for a token that never expires. */
    expires_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AccessToken' })
export type AccessToken = z.infer<typeof AccessToken>

export const NewAccessToken = z
  .strictObject({
    name: nameText('The name', 1, TOKEN_NAME_MAX),
    access: z.enum(tokenAccesses).default('write'),
    /** Limits the token to one organization. */
    organization_slug: OrganizationSlug.nullable().default(null),
    /** Limits the token to one project. */
    project_ref: ProjectRef.nullable().default(null),
    /** Null for never. */
    expires_in_days: z
      .int('Enter a whole number of days')
      .min(1, 'A token is valid for at least one day')
      .max(TOKEN_DAYS_MAX, `A token is valid for at most ${TOKEN_DAYS_MAX} days`)
      .nullable()
      .default(TOKEN_DAYS_DEFAULT),
  })
  .refine(({ organization_slug, project_ref }) => organization_slug === null || project_ref === null, {
    path: ['project_ref'],
    message: 'Limit the token to an organization or to a project, not to both',
  })

export const CreatedAccessToken = AccessToken.extend({
  /** Returned only here; the server stores its hash. */
  token: z.string(),
}).meta({ id: 'CreatedAccessToken' })

export const Session = z
  .object({
    id: z.uuid(),
    /** The browser's `User-Agent`, shortened. */
    user_agent: z.string(),
    /** The network address of the sign-in. */
    address: z.string(),
    created_at: z.iso.datetime(),
    /** Accurate to the minute. */
    last_used_at: z.iso.datetime(),
    is_current: z.boolean(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>
