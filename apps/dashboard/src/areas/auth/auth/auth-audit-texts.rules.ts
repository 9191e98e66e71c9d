import type { AuthAuditAction } from '@basalt/contract/auth/auth-audit.rules.ts'

/** What users did, or what was done with them. */
export const auditTexts: Record<AuthAuditAction, string> = {
  login: 'Signed in',
  login_failed: 'Sign-in refused',
  logout: 'Signed out',
  token_reused: 'Session ended, because an old refresh token was used',
  user_signedup: 'Signed up',
  user_invited: 'Invited',
  user_modified: 'Account changed',
  user_deleted: 'Account deleted',
  user_updated_password: 'Password changed',
  user_confirmation_requested: 'Confirmation requested',
  user_recovery_requested: 'Sign-in link or password reset requested',
  user_reauthenticate_requested: 'Code for a change requested',
  identity_linked: 'Other account linked',
  identity_unlinked: 'Other account unlinked',
  enroll_factor: 'Second factor added',
  verify_factor: 'Second factor verified',
  verify_factor_failed: 'Second factor refused',
  unenroll_factor: 'Second factor removed',
  recovery_codes_generated: 'Recovery codes made',
  recovery_codes_regenerated: 'Recovery codes replaced',
  passkey_created: 'Passkey added',
  passkey_updated: 'Passkey named',
  passkey_deleted: 'Passkey removed',
  custom_provider_created: 'Provider added by a server',
  custom_provider_updated: 'Provider changed by a server',
  custom_provider_deleted: 'Provider removed by a server',
  sso_provider_created: 'Identity provider added',
  sso_provider_updated: 'Identity provider changed',
  sso_provider_deleted: 'Identity provider removed',
}

/** Entries of other installations may have further actions. */
export const auditText = (action: string) =>
  Object.hasOwn(auditTexts, action) ? auditTexts[action as AuthAuditAction] : action
