import type { AuthSettings } from './auth.schema.ts'
import {
  AUDIT_KEPT_DAYS,
  type CharacterClass,
  passwordRules,
  USER_PASSWORD_MIN,
} from './auth-limits.rules.ts'
import { templateDefaults } from './templates.rules.ts'

const classes: Record<CharacterClass, RegExp> = {
  'a-zA-Z': /[a-zA-Z]/,
  'a-z': /[a-z]/,
  'A-Z': /[A-Z]/,
  '0-9': /[0-9]/,
  symbols: /[!@#$%^&*()_+\-=[\]{};'\\:"|<>?,./`~]/,
}

/** Why a new password is too weak, by the names that clients know; empty when it is not. */
export function passwordWeaknesses(
  password: string,
  { password_min_length, password_required_characters }: AuthSettings,
) {
  const reasons: ('length' | 'characters')[] = []
  if ([...password].length < password_min_length) reasons.push('length')
  if (passwordRules[password_required_characters].some((name) => !classes[name].test(password)))
    reasons.push('characters')
  return reasons
}

/** The settings of a project that never changed them. */
export const authDefaults: AuthSettings = {
  site_url: 'http://localhost:3000',
  uri_allow_list: [],
  third_party_issuers: [],
  disable_signup: false,
  external_email_enabled: true,
  external_anonymous_users_enabled: false,
  security_manual_linking_enabled: false,
  external_web3_ethereum_enabled: false,
  external_web3_solana_enabled: false,
  mailer_autoconfirm: false,
  mailer_secure_email_change_enabled: true,
  mailer_notifications_password_changed_enabled: false,
  mailer_notifications_email_changed_enabled: false,
  mailer_notifications_phone_changed_enabled: false,
  mailer_notifications_identity_linked_enabled: false,
  mailer_notifications_identity_unlinked_enabled: false,
  mailer_notifications_mfa_factor_enrolled_enabled: false,
  mailer_notifications_mfa_factor_unenrolled_enabled: false,
  mailer_otp_exp: 3600,
  mailer_otp_length: 6,
  external_phone_enabled: false,
  sms_autoconfirm: false,
  sms_otp_exp: 300,
  sms_otp_length: 6,
  sms_template: 'Your code is {{ .Code }}',
  sms_test_otp: [],
  sms_max_frequency: 60,
  password_min_length: USER_PASSWORD_MIN,
  password_required_characters: '',
  password_hibp_enabled: false,
  password_hibp_url: 'https://api.pwnedpasswords.com',
  security_update_password_require_reauthentication: false,
  security_update_password_require_current_password: false,
  mfa_totp_enroll_enabled: true,
  mfa_totp_verify_enabled: true,
  mfa_max_enrolled_factors: 10,
  mfa_phone_enroll_enabled: false,
  mfa_phone_verify_enabled: false,
  mfa_web_authn_enroll_enabled: false,
  mfa_web_authn_verify_enabled: false,
  mfa_recovery_codes_enroll_enabled: false,
  mfa_recovery_codes_verify_enabled: false,
  passkey_enabled: false,
  webauthn_rp_id: '',
  webauthn_rp_display_name: '',
  webauthn_rp_origins: [],
  saml_enabled: false,
  jwt_exp: 3600,
  security_refresh_token_reuse_interval: 10,
  sessions_timebox: 0,
  sessions_inactivity_timeout: 0,
  sessions_single_per_user: false,
  smtp_max_frequency: 60,
  api_max_request_duration: 10,
  db_max_pool_size: 0,
  security_links_without_click: false,
  audit_log_disable_postgres: false,
  audit_log_kept_days: AUDIT_KEPT_DAYS,
  rate_limit_email_sent: 30,
  rate_limit_sms_sent: 30,
  rate_limit_sign_in: 30,
  rate_limit_anonymous_users: 30,
  rate_limit_token_refresh: 150,
  rate_limit_verify: 30,
  rate_limit_otp: 30,
  rate_limit_web3: 30,
  smtp: null,
  sms: null,
  providers: {},
  hooks: {},
  captcha: null,
  templates: templateDefaults,
}

/** A kind of call that is limited per network address or project. */
export interface RateLimit {
  readonly setting: keyof AuthSettings & `rate_limit_${string}`
  readonly seconds: number
  readonly per: 'address' | 'project'
}

/** The limits that the page shows and the API keeps. Periods are those of the hosted product. */
export const rateLimits = {
  email_sent: { setting: 'rate_limit_email_sent', seconds: 3600, per: 'project' },
  sms_sent: { setting: 'rate_limit_sms_sent', seconds: 3600, per: 'project' },
  sign_in: { setting: 'rate_limit_sign_in', seconds: 300, per: 'address' },
  anonymous: { setting: 'rate_limit_anonymous_users', seconds: 3600, per: 'address' },
  token_refresh: { setting: 'rate_limit_token_refresh', seconds: 300, per: 'address' },
  verify: { setting: 'rate_limit_verify', seconds: 300, per: 'address' },
  otp: { setting: 'rate_limit_otp', seconds: 300, per: 'address' },
  web3: { setting: 'rate_limit_web3', seconds: 300, per: 'address' },
} as const satisfies Record<string, RateLimit>
export type RateLimitKind = keyof typeof rateLimits
