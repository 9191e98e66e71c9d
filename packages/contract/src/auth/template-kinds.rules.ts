/** Mails that tell of a change of the account, by the names of the interface. Each is off until a setting turns it on. */
export const noticeKinds = [
  'password_changed_notification',
  'email_changed_notification',
  'phone_changed_notification',
  'identity_linked_notification',
  'identity_unlinked_notification',
  'mfa_factor_enrolled_notification',
  'mfa_factor_unenrolled_notification',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** The mails that users get, by the names of the interface. */
export const templateKinds = [
  'confirmation',
  'invite',
  'magic_link',
  'email_change',
  'recovery',
  'reauthentication',
  ...noticeKinds,
] as const
export type TemplateKind = (typeof templateKinds)[number]

/** The setting that turns a notice on. */
export const noticeSettings = {
  password_changed_notification: 'mailer_notifications_password_changed_enabled',
  email_changed_notification: 'mailer_notifications_email_changed_enabled',
  phone_changed_notification: 'mailer_notifications_phone_changed_enabled',
  identity_linked_notification: 'mailer_notifications_identity_linked_enabled',
  identity_unlinked_notification: 'mailer_notifications_identity_unlinked_enabled',
  mfa_factor_enrolled_notification: 'mailer_notifications_mfa_factor_enrolled_enabled',
  mfa_factor_unenrolled_notification: 'mailer_notifications_mfa_factor_unenrolled_enabled',
} as const satisfies Record<NoticeKind, string>
