/** What the audit log of users records, by the names that are stored. */
export const auditActions = [
  'login',
  'login_failed',
  'logout',
  'token_reused',
  'user_signedup',
  'user_invited',
  'user_modified',
  'user_deleted',
  'user_updated_password',
  'user_confirmation_requested',
  'user_recovery_requested',
  'user_reauthenticate_requested',
  'identity_linked',
  'identity_unlinked',
  'enroll_factor',
  'verify_factor',
  'verify_factor_failed',
  'unenroll_factor',
  'recovery_codes_generated',
  'recovery_codes_regenerated',
  'passkey_created',
  'passkey_updated',
  'passkey_deleted',
  'custom_provider_created',
  'custom_provider_updated',
  'custom_provider_deleted',
  'sso_provider_created',
  'sso_provider_updated',
  'sso_provider_deleted',
] as const
export type AuthAuditAction = (typeof auditActions)[number]

/** Entries of one page. */
export const AUTH_AUDIT_PAGE = 50
