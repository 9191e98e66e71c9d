import { z } from 'zod'
import { Email } from '../access/access.schema.ts'
import { ProjectRef } from '../projects/projects.schema.ts'
import { nameText, Text } from '../text.ts'
import { aals } from './acting-as.rules.ts'
import { AUTH_AUDIT_PAGE, auditActions } from './auth-audit.rules.ts'
import { HOOK_SECRET, hookKinds, hookTarget } from './auth-hooks.rules.ts'
import {
  AUDIT_KEPT_DAYS_MAX,
  BAN_HOURS_MAX,
  CONNECTIONS_MAX,
  FACTORS_MAX,
  JWT_SECONDS_MAX,
  JWT_SECONDS_MIN,
  passwordRules,
  REQUEST_SECONDS_MAX,
  REQUEST_SECONDS_MIN,
  USER_PASSWORD_MAX,
  USER_PASSWORD_MIN,
  USERS_DELETED_MAX,
  USERS_PAGE,
} from './auth-limits.rules.ts'
import { captchaProviders } from './captcha.rules.ts'
import { mailWays, messageWays } from './mail-ways.rules.ts'
import {
  messageProblem,
  phoneProblem,
  SMS_FIELDS_MAX,
  smsFieldOf,
  smsFormats,
  TEST_PHONES_MAX,
  testPhoneProblem,
} from './phone.rules.ts'
import { redirectPatternProblem } from './redirects.rules.ts'
import {
  attributeProblem,
  domainProblem,
  removableSamlKeys,
  SAML_ATTRIBUTES_MAX,
  SAML_METADATA_MAX_BYTES,
  SSO_DOMAINS_MAX,
  samlKeyStatuses,
} from './saml.rules.ts'
import {
  CLIENT_IDS_MAX,
  customProviderTypes,
  ISSUERS_MAX,
  isProtectedAttribute,
  isProviderKey,
  isReservedParameter,
  issuerProblem,
  PROVIDER_ENTRIES_MAX,
} from './sign-in-providers.rules.ts'
import { type TemplateKind, templateKinds } from './template-kinds.rules.ts'
import { CONTENT_MAX, SUBJECT_MAX, templateProblem } from './templates.rules.ts'
import { userFilters, userSorts } from './user-list.rules.ts'
import { ORIGINS_MAX, originProblem, relyingPartyProblem } from './webauthn.rules.ts'

const HttpUrl = z
  .url({ protocol: /^https?$/, error: 'Enter an address such as https://app.example.com' })
  .max(2048)

const TemplateText = (max: number) =>
  Text.min(1, 'Enter a text')
    .max(max, `At most ${max.toLocaleString('en')} characters`)
    .superRefine((text, context) => {
      const message = templateProblem(text)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })

const Template = z.strictObject({ subject: TemplateText(SUBJECT_MAX), content: TemplateText(CONTENT_MAX) })

const whole = (what: string, min: number, max: number) => {
  const words = `${what} is a whole number between ${min.toLocaleString('en')} and ${max.toLocaleString('en')}`
  return z.number(words).int(words).min(min, words).max(max, words)
}
const limit = whole('The limit', 1, 1_000_000)

/** A mail server. The password is never returned; `has_password` tells whether one is stored. */
export const SmtpSettings = z.object({
  host: z.string(),
  port: z.number().int(),
  user: z.string(),
  sender_email: z.string(),
  sender_name: z.string(),
  has_password: z.boolean(),
})
export type SmtpSettings = z.infer<typeof SmtpSettings>

/** Without a password, the stored one stays. */
export const SmtpChange = z.strictObject({
  host: Text.regex(/^[\w.:-]{1,253}$/, 'Enter a host name such as smtp.example.com'),
  port: whole('The port', 1, 65_535),
  user: Text.max(255),
  password: Text.min(1).max(1024).optional(),
  sender_email: Email,
  sender_name: nameText('The sender name', 1, 100),
})
export type SmtpChange = z.infer<typeof SmtpChange>

/** Members of an object, of which there are few. */
const fewEntries = <V extends z.ZodType>(Value: V) =>
  z
    .record(Text.min(1).max(100), Value)
    .refine(
      (entries) => Object.keys(entries).length <= PROVIDER_ENTRIES_MAX,
      `At most ${PROVIDER_ENTRIES_MAX} entries`,
    )
const fewTexts = (Value: z.ZodType<string, string>) =>
  z.array(Value).max(PROVIDER_ENTRIES_MAX, `At most ${PROVIDER_ENTRIES_MAX} entries`)

const customFields = {
  /** What people read. */
  name: nameText('The name', 1, 100),
  provider_type: z.enum(customProviderTypes),
  /** RFC 6749, 3.3. */
  scopes: fewTexts(Text.regex(/^[\x21\x23-\x5B\x5D-\x7E]{1,200}$/, 'A scope has no spaces')),
  /** Whether authorization requests have a code challenge (RFC 7636). */
  pkce_enabled: z.boolean(),
  /** By attribute of the user: the claim of the provider that it is read from, or a value that is no text. */
  attribute_mapping: fewEntries(z.unknown()).refine(
    (mapping) => !Object.keys(mapping).some(isProtectedAttribute),
    'A provider does not decide roles, times or app metadata',
  ),
  /** Further parameters of authorization requests. */
  authorization_params: fewEntries(Text.max(1024)).refine(
    (parameters) => !Object.keys(parameters).some(isReservedParameter),
    'Parameters that decide the protocol cannot be replaced',
  ),
  /** Claims that are kept as `custom_claims` of the user's metadata. */
  custom_claims_allowlist: fewTexts(Text.min(1).max(100)),
  /** Whether people without an address can sign in. */
  email_optional: z.boolean(),
  /** Where the configuration is, if elsewhere than the issuer says. */
  discovery_url: HttpUrl.refine(
    (url) => url.includes('/.well-known/'),
    'The address has /.well-known/ in it',
  ).nullable(),
  authorization_url: HttpUrl.nullable(),
  token_url: HttpUrl.nullable(),
  userinfo_url: HttpUrl.nullable(),
  /** Where the keys of ID tokens are, if elsewhere than the configuration says. */
  jwks_uri: HttpUrl.nullable(),
}

/** What a provider that is not ready made has beside. */
export const CustomProviderChange = z.strictObject(customFields)
export type CustomProviderChange = z.infer<typeof CustomProviderChange>

export const CustomProvider = z
  .object({
    ...customFields,
    /** Null for a provider that was set up before these times were noted. */
    created_at: z.iso.datetime().nullable(),
    updated_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'CustomProvider' })
export type CustomProvider = z.infer<typeof CustomProvider>

/** How people sign in with one provider. The secret is never returned; `has_secret` tells whether one is stored. */
export const SignInProvider = z
  .object({
    enabled: z.boolean(),
    client_id: z.string(),
    /** Further clients whose ID tokens are accepted. */
    additional_client_ids: z.array(z.string()),
    /** The address of a server or tenant; null for the provider's own. */
    url: z.string().nullable(),
    /** Whether an ID token without a nonce is accepted, which some mobile apps cannot send. */
    skip_nonce_check: z.boolean(),
    has_secret: z.boolean(),
    /** Null for a ready-made provider. */
    custom: CustomProvider.nullable(),
  })
  .meta({ id: 'SignInProvider' })
export type SignInProvider = z.infer<typeof SignInProvider>

const ClientId = Text.regex(/^[\x21-\x7E]{0,512}$/, 'A client ID has no spaces')

/** Without a secret, the stored one stays. */
export const SignInProviderChange = z.strictObject({
  enabled: z.boolean(),
  client_id: ClientId,
  secret: Text.min(1).max(4096).optional(),
  additional_client_ids: z.array(ClientId.min(1)).max(CLIENT_IDS_MAX).default([]),
  url: HttpUrl.nullable().default(null),
  skip_nonce_check: z.boolean().default(false),
  /** Only of providers that are not ready made. Omitted, it stays. */
  custom: CustomProviderChange.optional(),
})
export type SignInProviderChange = z.infer<typeof SignInProviderChange>

/** A hook. The secret that signs its HTTP requests is never returned. */
export const AuthHook = z
  .object({ enabled: z.boolean(), uri: z.string(), has_secret: z.boolean() })
  .meta({ id: 'AuthHook' })
export type AuthHook = z.infer<typeof AuthHook>

/** Without a secret, the stored one stays. */
export const AuthHookChange = z
  .strictObject({
    enabled: z.boolean(),
    uri: Text.max(2048).refine(
      (uri) => hookTarget(uri) !== undefined,
      'Enter an address such as https://example.com/hook, or pg-functions://postgres/public/my_hook',
    ),
    secret: Text.regex(
      HOOK_SECRET,
      'A secret begins with whsec_, followed by at least 24 bytes in base64',
    ).optional(),
  })
  .meta({ id: 'AuthHookChange' })
export type AuthHookChange = z.infer<typeof AuthHookChange>

/** A service that tells people from programs. */
export const Captcha = z
  .object({
    enabled: z.boolean(),
    provider: z.enum(captchaProviders),
    /** Where answers are verified; null for the provider's own address. */
    url: z.string().nullable(),
    has_secret: z.boolean(),
  })
  .meta({ id: 'Captcha' })
export type Captcha = z.infer<typeof Captcha>

/** Without a secret, the stored one stays. */
export const CaptchaChange = z.strictObject({
  enabled: z.boolean(),
  provider: z.enum(captchaProviders),
  url: HttpUrl.nullable().default(null),
  secret: Text.min(1, 'Enter a secret').max(1024).optional(),
})
export type CaptchaChange = z.infer<typeof CaptchaChange>

/** A service that sends messages by HTTP. What authorises the requests is never returned. */
export const SmsService = z
  .object({
    url: z.string(),
    format: z.enum(smsFormats),
    /** The names of the fields that get the number and the message. */
    phone_field: z.string(),
    message_field: z.string(),
    /** Further fields, each as `name=value`. */
    fields: z.array(z.string()),
    has_secret: z.boolean(),
  })
  .meta({ id: 'SmsService' })
export type SmsService = z.infer<typeof SmsService>

const FieldName = Text.regex(/^[A-Za-z0-9_.-]{1,64}$/, 'Enter the name of a field, such as To')

/** Without a secret, the stored one stays. */
export const SmsServiceChange = z.strictObject({
  url: HttpUrl,
  format: z.enum(smsFormats),
  phone_field: FieldName,
  message_field: FieldName,
  fields: z
    .array(
      Text.max(600).refine(
        (line) => smsFieldOf(line) !== undefined,
        'Enter a name and a value, such as From=+15550001111',
      ),
    )
    .max(SMS_FIELDS_MAX, `At most ${SMS_FIELDS_MAX} fields`)
    .default([]),
  /** The header `Authorization` of the requests. */
  secret: Text.regex(/^[\x20-\x7E]{1,4096}$/, 'The header has only letters, digits and signs').optional(),
})
export type SmsServiceChange = z.infer<typeof SmsServiceChange>

/** A text that `problem` finds nothing wrong with. */
const checked = (problem: (text: string) => string | undefined, max: number) =>
  Text.max(max).superRefine((text, context) => {
    const message = problem(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })

const ProviderKey = z.string().refine(isProviderKey, 'There is no such provider')

const settingFields = {
  /** Where users are sent by default. */
  site_url: HttpUrl,
  /** Further addresses that users may be sent to. */
  uri_allow_list: z
    .array(checked(redirectPatternProblem, 500).min(1, 'Enter an address'))
    .max(100, 'At most 100 redirect URLs'),
  /** Issuers whose tokens the Data API and storage accept too. */
  third_party_issuers: z
    .array(checked(issuerProblem, 500))
    .max(ISSUERS_MAX, `At most ${ISSUERS_MAX} issuers`),
  disable_signup: z.boolean(),
  external_email_enabled: z.boolean(),
  external_anonymous_users_enabled: z.boolean(),
  /** Whether users can link and unlink ways to sign in. */
  security_manual_linking_enabled: z.boolean(),
  /** Whether people can sign in with a wallet, by a message that it signs. */
  external_web3_ethereum_enabled: z.boolean(),
  external_web3_solana_enabled: z.boolean(),
  /** Whether email addresses count as confirmed without a mail. */
  mailer_autoconfirm: z.boolean(),
  /** Whether a change of address is confirmed from the old one too. */
  mailer_secure_email_change_enabled: z.boolean(),
  /** Whether users get a mail when something about their account has changed. */
  mailer_notifications_password_changed_enabled: z.boolean(),
  mailer_notifications_email_changed_enabled: z.boolean(),
  mailer_notifications_phone_changed_enabled: z.boolean(),
  mailer_notifications_identity_linked_enabled: z.boolean(),
  mailer_notifications_identity_unlinked_enabled: z.boolean(),
  mailer_notifications_mfa_factor_enrolled_enabled: z.boolean(),
  mailer_notifications_mfa_factor_unenrolled_enabled: z.boolean(),
  /** How long links and codes are valid, in seconds. */
  mailer_otp_exp: whole('The validity', 60, 86_400),
  mailer_otp_length: whole('The length', 6, 10),
  external_phone_enabled: z.boolean(),
  /** Whether phone numbers count as confirmed without a message. */
  sms_autoconfirm: z.boolean(),
  /** How long codes by message are valid, in seconds. */
  sms_otp_exp: whole('The validity', 30, 3600),
  sms_otp_length: whole('The length', 6, 10),
  sms_template: checked(messageProblem, 1000),
  /** Numbers that get no message, each as `number=code`. */
  sms_test_otp: z
    .array(checked(testPhoneProblem, 100))
    .max(TEST_PHONES_MAX, `At most ${TEST_PHONES_MAX} numbers`),
  /** The least time between two messages to one number, in seconds. */
  sms_max_frequency: whole('The time', 0, 86_400),
  password_min_length: whole('The length', USER_PASSWORD_MIN, 72),
  password_required_characters: z.enum(Object.keys(passwordRules) as [keyof typeof passwordRules]),
  /** Whether new passwords are looked up among leaked ones, by the first characters of their hash. */
  password_hibp_enabled: z.boolean(),
  /** The service that is asked: `/range/` and five characters of a SHA-1 are added. */
  password_hibp_url: HttpUrl,
  /** Whether a new password needs a code from a mail, unless the session is from the last 24 hours. */
  security_update_password_require_reauthentication: z.boolean(),
  /** Whether a new password needs the present one, unless the session began with a link to recover the account. */
  security_update_password_require_current_password: z.boolean(),
  /** Whether users can add an authenticator app. */
  mfa_totp_enroll_enabled: z.boolean(),
  /** Whether codes of authenticator apps are accepted. */
  mfa_totp_verify_enabled: z.boolean(),
  mfa_max_enrolled_factors: whole('The number', 1, FACTORS_MAX),
  mfa_phone_enroll_enabled: z.boolean(),
  mfa_phone_verify_enabled: z.boolean(),
  mfa_web_authn_enroll_enabled: z.boolean(),
  mfa_web_authn_verify_enabled: z.boolean(),
  /** Whether users with a second factor can make recovery codes. */
  mfa_recovery_codes_enroll_enabled: z.boolean(),
  /** Whether recovery codes are accepted. */
  mfa_recovery_codes_verify_enabled: z.boolean(),
  /** Whether users can add passkeys and sign in with them. */
  passkey_enabled: z.boolean(),
  /** The domain that passkeys and security keys are made for; empty for that of the site. */
  webauthn_rp_id: checked(relyingPartyProblem, 253),
  webauthn_rp_display_name: Text.max(100, 'At most 100 characters'),
  /** The sites that may ask for them; empty for the site alone. */
  webauthn_rp_origins: z
    .array(checked(originProblem, 500))
    .max(ORIGINS_MAX, `At most ${ORIGINS_MAX} origins`),
  /** Whether people can sign in with a company account (SAML). */
  saml_enabled: z.boolean(),
  /** How long an access token is valid, in seconds. */
  jwt_exp: whole('The validity', JWT_SECONDS_MIN, JWT_SECONDS_MAX),
  /** How long a renewed refresh token can be sent again, in seconds. */
  security_refresh_token_reuse_interval: whole('The interval', 0, 300),
  /** After how many hours a session ends; 0 for never. */
  sessions_timebox: z.number('Enter a number of hours').min(0).max(8760),
  /** After how many hours without a refresh a session ends; 0 for never. */
  sessions_inactivity_timeout: z.number('Enter a number of hours').min(0).max(8760),
  sessions_single_per_user: z.boolean(),
  /** The least time between two mails to one user, in seconds. */
  smtp_max_frequency: whole('The time', 0, 86_400),
  /** How long the database may take for one call, in seconds; triggers on the tables of users count. */
  api_max_request_duration: whole('The time', REQUEST_SECONDS_MIN, REQUEST_SECONDS_MAX),
  /** How many of the connections that the APIs share the calls use at once; 0 for a fair share. */
  db_max_pool_size: whole('The number', 0, CONNECTIONS_MAX),
  /** Whether a program that sends no key can use up a link from a mail by opening it. */
  security_links_without_click: z.boolean(),
  /** Whether entries of the audit log of users are left out of the database. `auth_logs` has their actions. */
  audit_log_disable_postgres: z.boolean(),
  /** How long entries of the audit log of users are kept, in days; 0 for ever. */
  audit_log_kept_days: whole('The time', 0, AUDIT_KEPT_DAYS_MAX),
  rate_limit_email_sent: limit,
  rate_limit_sms_sent: limit,
  rate_limit_sign_in: limit,
  rate_limit_anonymous_users: limit,
  rate_limit_token_refresh: limit,
  rate_limit_verify: limit,
  rate_limit_otp: limit,
  rate_limit_web3: limit,
  templates: z.strictObject(
    Object.fromEntries(templateKinds.map((kind) => [kind, Template])) as Record<
      TemplateKind,
      typeof Template
    >,
  ),
}

/** The rules of each setting, for forms. */
export const AuthSettingFields = z.object(settingFields)

/** How users of a project's apps sign up and in. */
export const AuthSettings = z
  .object({
    ...settingFields,
    smtp: SmtpSettings.nullable(),
    sms: SmsService.nullable(),
    /** By the names that clients use. */
    providers: z.record(z.string(), SignInProvider),
    hooks: z.partialRecord(z.enum(hookKinds), AuthHook),
    captcha: Captcha.nullable(),
  })
  .meta({ id: 'AuthSettings' })
export type AuthSettings = z.infer<typeof AuthSettings>

/** Omitted fields stay unchanged, as do omitted templates. */
export const AuthSettingsChange = z
  .strictObject({
    ...settingFields,
    templates: settingFields.templates.partial(),
    smtp: SmtpChange.nullable(),
    sms: SmsServiceChange.nullable(),
    /** Omitted providers stay unchanged; null removes one. */
    providers: z.record(ProviderKey, SignInProviderChange.nullable()),
    /** Omitted hooks stay unchanged; null removes one. */
    hooks: z.partialRecord(z.enum(hookKinds), AuthHookChange.nullable()),
    captcha: CaptchaChange.nullable(),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field to change')
export type AuthSettingsChange = z.infer<typeof AuthSettingsChange>

const Time = z.string().nullable()

/** A user of a project's apps, as the dashboard lists them. */
export const AuthUser = z
  .object({
    id: z.guid(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    display_name: z.string().nullable(),
    providers: z.array(z.string()),
    created_at: Time,
    last_sign_in_at: Time,
    confirmed_at: Time,
    invited_at: Time,
    banned_until: Time,
    is_anonymous: z.boolean(),
  })
  .meta({ id: 'AuthUser' })
export type AuthUser = z.infer<typeof AuthUser>

export const AuthSession = z
  .object({
    id: z.guid(),
    created_at: Time,
    refreshed_at: Time,
    user_agent: z.string().nullable(),
    ip: z.string().nullable(),
    aal: z.string().nullable(),
  })
  .meta({ id: 'AuthSession' })
export type AuthSession = z.infer<typeof AuthSession>

export const AuthFactor = z
  .object({
    id: z.guid(),
    factor_type: z.string(),
    friendly_name: z.string().nullable(),
    status: z.string(),
    created_at: Time,
  })
  .meta({ id: 'AuthFactor' })

/** A way in which a user signs in: an address, a number, or an account elsewhere. */
export const AuthIdentity = z
  .object({
    id: z.guid(),
    provider: z.string(),
    /** An address, a number or a name; otherwise what the provider knows the account by. */
    account: z.string(),
    created_at: Time,
    last_sign_in_at: Time,
  })
  .meta({ id: 'AuthIdentity' })
export type AuthIdentity = z.infer<typeof AuthIdentity>

/** A key with which a user signs in without a password. */
export const AuthPasskey = z
  .object({
    id: z.guid(),
    friendly_name: z.string().nullable(),
    created_at: Time,
    last_used_at: Time,
  })
  .meta({ id: 'AuthPasskey' })

/** A user with sessions, newest first, and everything that the API returns of them. */
export const AuthUserDetail = AuthUser.extend({
  /** Oldest first. */
  identities: z.array(AuthIdentity),
  factors: z.array(AuthFactor),
  passkeys: z.array(AuthPasskey),
  sessions: z.array(AuthSession),
  /** As `GET /user` returns it. */
  raw: z.record(z.string(), z.unknown()),
}).meta({ id: 'AuthUserDetail' })
export type AuthUserDetail = z.infer<typeof AuthUserDetail>

export const AuthUsersQuery = z.object({
  /** The beginning of an email address, name or phone number, an id, or a field of the metadata such as `plan:pro`. */
  search: Text.trim().max(255).default(''),
  filter: z.enum(userFilters).default('all'),
  /** Only users who can sign in with it, such as `email` or `google`. */
  provider: Text.min(1).max(100).optional(),
  sort: z.enum(userSorts).default('created_at'),
  cursor: z.string().max(1000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(USERS_PAGE),
})
export type AuthUsersQuery = z.infer<typeof AuthUsersQuery>

export const AuthAuditQuery = z.object({
  /** An email address or the id of a user. */
  search: Text.trim().max(255).default(''),
  action: z.enum(auditActions).optional(),
  cursor: z.string().max(1000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(AUTH_AUDIT_PAGE),
})
export type AuthAuditQuery = z.infer<typeof AuthAuditQuery>

export const AuthAuditEntry = z
  .object({
    id: z.guid(),
    at: z.string(),
    /** A name of the list, or another one of an installation that the users came from. */
    action: z.string(),
    actor_id: z.string().nullable(),
    /** The user's email address at that time. */
    actor: z.string().nullable(),
    address: z.string().nullable(),
    traits: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuthAuditEntry' })
export type AuthAuditEntry = z.infer<typeof AuthAuditEntry>

export const AuthAuditPage = z.object({
  entries: z.array(AuthAuditEntry),
  /** Null on the last page. */
  next_cursor: z.string().nullable(),
})

export const AuthOverviewQuery = z.object({ days: z.coerce.number().int().min(1).max(30).default(7) })
export type AuthOverviewQuery = z.infer<typeof AuthOverviewQuery>

export const AuthOverview = z
  .object({
    /** Oldest first; the last one is today. */
    days: z.array(
      z.object({
        /** In UTC. */
        day: z.iso.date(),
        sign_ups: z.number().int(),
        sign_ins: z.number().int(),
        /** Different users who signed in. */
        active: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'AuthOverview' })
export type AuthOverview = z.infer<typeof AuthOverview>

export const AuthUsersPage = z.object({
  users: z.array(AuthUser),
  /** Absent on the last page. */
  next_cursor: z.string().nullable(),
  /** All users, whatever is searched for. An estimate above 10,000. Null on pages after the first. */
  total: z.number().int().nullable(),
})
export type AuthUsersPage = z.infer<typeof AuthUsersPage>

/** An identity provider of a company, whose people sign in by SAML. */
export const SsoProvider = z
  .object({
    id: z.guid(),
    entity_id: z.string(),
    /** Where the metadata were read; null when they were entered. */
    metadata_url: z.string().nullable(),
    domains: z.array(z.string()),
    /** Claims and the attributes that they are taken from, each as `claim=attribute`. */
    attributes: z.array(z.string()),
    disabled: z.boolean(),
    created_at: Time,
  })
  .meta({ id: 'SsoProvider' })
export type SsoProvider = z.infer<typeof SsoProvider>

export const SsoProviders = z.object({
  providers: z.array(SsoProvider),
  /** By what identity providers know this project. */
  entity_id: z.string(),
  /** Where their answers go. */
  acs_url: z.string(),
})

const ssoFields = {
  domains: z.array(checked(domainProblem, 253)).max(SSO_DOMAINS_MAX, `At most ${SSO_DOMAINS_MAX} domains`),
  attributes: z
    .array(checked(attributeProblem, 600))
    .max(SAML_ATTRIBUTES_MAX, `At most ${SAML_ATTRIBUTES_MAX} attributes`),
  disabled: z.boolean(),
  metadata_url: HttpUrl,
  metadata_xml: Text.min(1, 'Enter the metadata').max(SAML_METADATA_MAX_BYTES),
}

/** The metadata are entered, or read from an address. */
export const NewSsoProvider = z
  .strictObject({
    ...ssoFields,
    metadata_url: ssoFields.metadata_url.optional(),
    metadata_xml: ssoFields.metadata_xml.optional(),
  })
  .refine(({ metadata_url, metadata_xml }) => (metadata_url === undefined) !== (metadata_xml === undefined), {
    path: ['metadata_url'],
    message: 'Enter the address of the metadata, or the metadata',
  })
export type NewSsoProvider = z.infer<typeof NewSsoProvider>

/** Omitted fields stay unchanged. */
export const SsoProviderChange = z
  .strictObject(ssoFields)
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field to change')
export type SsoProviderChange = z.infer<typeof SsoProviderChange>

export const SsoProviderParams = z.object({ ref: ProjectRef, id: z.guid() })

/** A key with which a project signs SAML requests and decrypts answers. */
export const SamlKey = z
  .object({
    status: z.enum(samlKeyStatuses),
    /** For identity providers that do not read the metadata, in PEM. */
    certificate: z.string(),
    /** SHA-256 of the certificate as identity providers show it: bytes in hexadecimal, separated by colons. */
    fingerprint: z.string(),
    /** When the certificate ends; the key itself does not. */
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'SamlKey' })
export type SamlKey = z.infer<typeof SamlKey>

export const SamlKeyParams = z.object({ ref: ProjectRef, status: z.enum(removableSamlKeys) })

export const NewUserPassword = Text.min(1, 'Enter a password').max(
  USER_PASSWORD_MAX,
  `At most ${USER_PASSWORD_MAX} characters`,
)

/** A user with an email address, a phone number, or both. */
export const NewAuthUser = z
  .strictObject({
    email: Email.optional(),
    phone: checked(phoneProblem, 40).optional(),
    password: NewUserPassword,
    /** Whether the address counts as confirmed. */
    email_confirm: z.boolean().default(true),
    /** Whether the number does. */
    phone_confirm: z.boolean().default(true),
  })
  .refine(({ email, phone }) => email !== undefined || phone !== undefined, {
    path: ['email'],
    message: 'Enter an email address or a phone number',
  })
export type NewAuthUser = z.infer<typeof NewAuthUser>

export const AuthUserParams = z.object({ ref: ProjectRef, id: z.guid() })
export const AuthSessionParams = AuthUserParams.extend({ session: z.guid() })

export const AuthIdentityParams = AuthUserParams.extend({ identity: z.guid() })

export const AuthPasskeyParams = AuthUserParams.extend({ passkey: z.guid() })

/** For how many hours a user is banned; 0 ends a ban. */
export const AuthUserChange = z.strictObject({ ban_hours: whole('The time', 0, BAN_HOURS_MAX) })

/** How a member acts as a user. */
export const ActingAs = z.strictObject({ aal: z.enum(aals).default('aal1') })

/** The claims of a token that the user would get now, as the project's hook leaves them. */
export const ActingClaims = z.object({ claims: z.record(z.string(), z.unknown()) })

export const ActingToken = z.object({ access_token: z.string(), expires_at: z.iso.datetime() })
export type ActingToken = z.infer<typeof ActingToken>

export const AuthUserIds = z.strictObject({
  ids: z.array(z.guid()).min(1, 'Name at least one user').max(USERS_DELETED_MAX),
})

/** A mail or message to a user. Its content is shown only while no mail server is set up. */
export const AuthMail = z
  .object({
    id: z.guid(),
    kind: z.enum([...templateKinds, 'test', 'sms']),
    recipient: z.string(),
    subject: z.string(),
    html: z.string().nullable(),
    created_at: z.string(),
    sent_at: Time,
    /** Why the last attempt failed. */
    failure: z.string().nullable(),
  })
  .meta({ id: 'AuthMail' })
export type AuthMail = z.infer<typeof AuthMail>

export const AuthMails = z.object({
  mails: z.array(AuthMail),
  mail_goes_to: z.enum(mailWays),
  messages_go_to: z.enum(messageWays),
})

/** What became of a test mail. */
export const TestMailOutcome = z.object({
  went_to: z.enum(mailWays),
  /** Why it was not accepted; null when it was. */
  failure: z.string().nullable(),
})
export type TestMailOutcome = z.infer<typeof TestMailOutcome>
