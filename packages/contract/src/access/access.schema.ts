import { z } from 'zod'
import { OrganizationSlug } from '../organizations/organizations.schema.ts'
import { nameText, Text } from '../text.ts'
import {
  ACCOUNT_PASSWORD_MAX,
  ACCOUNT_PASSWORD_MIN,
  DISPLAY_NAME_MAX,
  TOKEN_NAME_MAX,
} from './access.rules.ts'

export const Email = Text.trim()
  .toLowerCase()
  .max(254, 'An e-mail address has at most 254 characters')
  .pipe(z.email('Enter an e-mail address such as name@example.com'))

export const NewPassword = Text.min(
  ACCOUNT_PASSWORD_MIN,
  `The password needs at least ${ACCOUNT_PASSWORD_MIN} characters`,
).max(ACCOUNT_PASSWORD_MAX, `The password may have at most ${ACCOUNT_PASSWORD_MAX} characters`)

export const Profile = z
  .object({
    id: z.uuid(),
    email: z.string(),
    /** What the person wants to be called; null for the e-mail address. */
    display_name: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof Profile>

/** 256 random bits in base64url. */
export const InvitationToken = z.string().regex(/^[\w-]{20,100}$/, 'Not the token of an invitation')
/** What the link of an invitation names. */
export const InvitationLink = z.strictObject({ slug: OrganizationSlug, token: InvitationToken })
export type InvitationLink = z.infer<typeof InvitationLink>

export const SignUp = z.strictObject({
  email: Email,
  password: NewPassword,
  setup_token: Text.max(200).optional(),
  /** For who was invited: makes the account that the invitation is for, also where sign-up is off. */
  invitation: InvitationLink.optional(),
})

export const ProfileChange = z.strictObject({
  /** An empty one takes the name away. */
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
    /** Signs out everywhere but here. */
    end_other_sessions: z.boolean().default(false),
  })
  .refine(({ current_password, new_password }) => current_password !== new_password, {
    path: ['new_password'],
    message: 'That is your current password. Choose another one.',
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
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AccessToken' })
export type AccessToken = z.infer<typeof AccessToken>

export const NewAccessToken = z.strictObject({ name: nameText('The name', 1, TOKEN_NAME_MAX) })

export const CreatedAccessToken = AccessToken.extend({
  /** Shown this once; only its hash is kept. */
  token: z.string(),
}).meta({ id: 'CreatedAccessToken' })

export const Session = z
  .object({
    id: z.uuid(),
    /** As the browser calls itself, shortened. */
    user_agent: z.string(),
    /** The network address of the sign-in. */
    address: z.string(),
    created_at: z.iso.datetime(),
    /** True to the minute. */
    last_used_at: z.iso.datetime(),
    is_current: z.boolean(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>
