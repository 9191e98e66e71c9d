import type { TemplateKind } from '@basalt/contract/auth/template-kinds.rules.ts'

/** What each kind of mail or message is called on pages. */
export const templateNames: Record<TemplateKind | 'test' | 'sms', string> = {
  confirmation: 'Confirm sign-up',
  invite: 'Invitation',
  magic_link: 'Sign-in link',
  email_change: 'Change of address',
  recovery: 'Password reset',
  reauthentication: 'Reauthentication',
  test: 'Test mail',
  sms: 'Text message',
}
