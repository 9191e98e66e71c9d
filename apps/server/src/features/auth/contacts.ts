import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { normalPhone } from '@basalt/contract/auth/phone.rules.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import { normalEmail } from './credentials.ts'
import type { UserRow } from './user-record.ts'
import { userByEmail, userByPhone } from './users.store.ts'

/** How people name their account, in the stored form. */
export type Contact = { kind: 'email'; value: string } | { kind: 'phone'; value: string }

/** What a body names an account by. */
export interface GivenContact {
  email?: string | undefined
  phone?: string | undefined
}

/** Throws `validation_failed` for a text that is no number with its country code. */
export function normalNumber(text: string) {
  const phone = normalPhone(text)
  if (phone === undefined)
    throw new AuthError('validation_failed', 'Invalid phone number format (E.164 required)')
  return phone
}

/** The contact that a new account gets. Throws `validation_failed`. */
export const newContact = (given: { email: string } | { phone: string }): Contact =>
  'phone' in given
    ? { kind: 'phone', value: normalNumber(given.phone) }
    : { kind: 'email', value: normalEmail(given.email) }

/** A number that no account has; the empty text may be one of an account that was moved here. */
const NO_NUMBER = 'none'

/** The contact that someone signs in with; one that no account can have is not refused as such. */
export const knownContact = (given: { email: string } | { phone: string }): Contact =>
  'phone' in given
    ? { kind: 'phone', value: normalPhone(given.phone) ?? NO_NUMBER }
    : { kind: 'email', value: given.email.trim().normalize('NFC').toLowerCase() }

/** Throws `email_provider_disabled` or `phone_provider_disabled`. `what` is what people do, such as `logins`. */
export function mustBeOffered(settings: AuthSettings, kind: Contact['kind'], what: 'logins' | 'signups') {
  if (kind === 'email' && !settings.external_email_enabled)
    throw new AuthError('email_provider_disabled', `Email ${what} are disabled`)
  if (kind === 'phone' && !settings.external_phone_enabled)
    throw new AuthError('phone_provider_disabled', `Phone ${what} are disabled`)
}

export const isAutoConfirmed = (settings: AuthSettings, kind: Contact['kind']) =>
  kind === 'email' ? settings.mailer_autoconfirm : settings.sms_autoconfirm

export const isConfirmed = (
  user: Pick<UserRow, 'email_confirmed_at' | 'phone_confirmed_at'>,
  kind: Contact['kind'],
) => (kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null

/** The columns of a user with the contact. */
export const columnsOf = ({ kind, value }: Contact) => ({
  email: kind === 'email' ? value : null,
  phone: kind === 'phone' ? value : null,
})

export const userByContact = (run: Run, { kind, value }: Contact, options: { lock?: boolean } = {}) =>
  kind === 'email' ? userByEmail(run, value, options) : userByPhone(run, value, options)
