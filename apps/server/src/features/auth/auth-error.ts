/** The codes of the interface that this server uses, with their status. Clients branch on them. */
export const authErrorStatus = {
  anonymous_provider_disabled: 422,
  bad_code_verifier: 400,
  bad_json: 400,
  bad_jwt: 403,
  bad_oauth_callback: 400,
  bad_oauth_state: 400,
  captcha_failed: 400,
  conflict: 409,
  current_password_invalid: 400,
  current_password_required: 400,
  custom_provider_not_found: 404,
  email_conflict_identity_not_deletable: 422,
  email_exists: 422,
  email_not_confirmed: 400,
  email_provider_disabled: 422,
  flow_state_expired: 422,
  flow_state_not_found: 404,
  hook_payload_invalid_content_type: 422,
  hook_payload_over_size_limit: 422,
  hook_timeout: 422,
  hook_timeout_after_retry: 422,
  identity_already_exists: 422,
  identity_not_found: 404,
  insufficient_aal: 401,
  invalid_credentials: 400,
  manual_linking_disabled: 404,
  mfa_challenge_expired: 422,
  mfa_factor_name_conflict: 422,
  mfa_factor_not_found: 404,
  mfa_phone_enroll_not_enabled: 422,
  mfa_phone_verify_not_enabled: 422,
  mfa_recovery_codes_enroll_not_enabled: 422,
  mfa_recovery_codes_locked: 429,
  mfa_recovery_codes_sole_factor: 422,
  mfa_recovery_codes_verify_not_enabled: 422,
  mfa_totp_enroll_not_enabled: 422,
  mfa_totp_verify_not_enabled: 422,
  mfa_verification_failed: 422,
  mfa_verification_rejected: 403,
  mfa_verified_factor_exists: 422,
  mfa_webauthn_enroll_not_enabled: 422,
  mfa_webauthn_verify_not_enabled: 422,
  no_authorization: 401,
  not_admin: 403,
  otp_disabled: 422,
  otp_expired: 403,
  over_custom_provider_quota: 400,
  over_email_send_rate_limit: 429,
  over_request_rate_limit: 429,
  over_sms_send_rate_limit: 429,
  passkey_disabled: 404,
  phone_exists: 422,
  phone_not_confirmed: 400,
  phone_provider_disabled: 400,
  provider_email_needs_verification: 422,
  reauthentication_needed: 400,
  reauthentication_not_valid: 422,
  refresh_token_already_used: 400,
  refresh_token_not_found: 400,
  request_timeout: 504,
  saml_assertion_no_email: 422,
  saml_assertion_no_user_id: 422,
  saml_entity_id_mismatch: 422,
  saml_idp_already_exists: 422,
  saml_idp_not_found: 404,
  saml_metadata_fetch_failed: 422,
  saml_provider_disabled: 404,
  saml_relay_state_expired: 422,
  saml_relay_state_not_found: 404,
  same_password: 422,
  session_expired: 400,
  session_not_found: 403,
  signup_disabled: 422,
  single_identity_not_deletable: 422,
  sms_send_failed: 422,
  sso_domain_already_exists: 422,
  sso_provider_not_found: 404,
  too_many_enrolled_mfa_factors: 422,
  too_many_passkeys: 422,
  unexpected_failure: 500,
  user_already_exists: 422,
  user_banned: 400,
  user_not_found: 404,
  user_sso_managed: 422,
  validation_failed: 400,
  weak_password: 422,
  web3_provider_disabled: 422,
  web3_unsupported_chain: 400,
  webauthn_challenge_expired: 422,
  webauthn_challenge_not_found: 404,
  webauthn_credential_exists: 422,
  webauthn_credential_not_found: 404,
  webauthn_verification_failed: 422,
} as const satisfies Record<string, number>
export type AuthErrorCode = keyof typeof authErrorStatus

interface Options {
  cause?: unknown
  /** Another status than the usual one of the code. */
  status?: number
  /** Seconds after which a retry may succeed. */
  retryAfter?: number
  /** Why a password is too weak. */
  reasons?: readonly string[]
}

/** What a call of the auth API is refused with. */
export class AuthError extends Error {
  readonly code: AuthErrorCode
  readonly options: Options

  constructor(code: AuthErrorCode, message: string, options: Options = {}) {
    super(message, { cause: options.cause })
    this.name = 'AuthError'
    this.code = code
    this.options = options
  }

  get status(): number {
    return this.options.status ?? authErrorStatus[this.code]
  }
}

export const userNotFound = () => new AuthError('user_not_found', 'User not found')
