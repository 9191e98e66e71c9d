import type { TemplateKind } from '@basalt/contract/auth/template-kinds.rules.ts'

/** What each kind of mail or message is called on pages. */
export const templateNames: Record<TemplateKind | 'test' | 'sms', string> = {
  confirmation: 'Confirm sign-up',
  invite: 'Invitation',
  magic_link: 'Sign-in link',
  email_change: 'Change of address',
  recovery: 'Password reset',
  reauthentication: 'Reauthentication',
  password_changed_notification: 'Notice: password changed',
  email_changed_notification: 'Notice: address changed',
  phone_changed_notification: 'Notice: phone changed',
  identity_linked_notification: 'Notice: account linked',
  identity_unlinked_notification: 'Notice: account unlinked',
  mfa_factor_enrolled_notification: 'Notice: second factor added',
  mfa_factor_unenrolled_notification: 'Notice: second factor removed',
  test: 'Test mail',
  sms: 'Text message',
}
