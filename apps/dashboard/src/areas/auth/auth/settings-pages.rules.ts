import { rateLimits } from '@basalt/contract/auth/auth.rules.ts'
import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'

type NameOf<Value> = {
  [Name in keyof AuthSettings]: AuthSettings[Name] extends Value ? Name : never
}[keyof AuthSettings]

/** One setting of a page, by the control that changes it. The operator can disable its feature. */
export type SettingField = { feature?: FeatureKey } & (
  | { kind: 'flag'; name: NameOf<boolean>; label: string; description: string; isNegated?: true }
  | { kind: 'number'; name: NameOf<number>; label: string; description: string; unit: string }
  | {
      kind: 'text'
      name: 'site_url' | 'password_hibp_url' | 'sms_template' | 'webauthn_rp_id' | 'webauthn_rp_display_name'
      label: string
      description: string
    }
  | {
      kind: 'lines'
      name: 'uri_allow_list' | 'third_party_issuers' | 'sms_test_otp' | 'webauthn_rp_origins'
      label: string
      description: string
    }
  | {
      kind: 'choice'
      name: 'password_required_characters'
      label: string
      description: string
      options: { value: AuthSettings['password_required_characters']; label: string }[]
    }
)

export interface SettingsSection {
  title: string
  /** What the hash of the address calls it, if something links to it. */
  anchor?: string
  /** The operator can disable it. */
  feature?: FeatureKey
  fields: readonly SettingField[]
}

export interface SettingsPage {
  title: string
  description: string
  sections: readonly SettingsSection[]
}

const period = ({ seconds }: { seconds: number }) =>
  seconds === 3600 ? 'per hour' : `per ${seconds / 60} minutes`

const rateLimit = (kind: keyof typeof rateLimits, label: string, description: string): SettingField => ({
  kind: 'number',
  name: rateLimits[kind].setting,
  label,
  description,
  unit: period(rateLimits[kind]),
})

const notice = (
  change: NameOf<boolean> extends infer Name
    ? Name extends `mailer_notifications_${infer Change}_enabled`
      ? Change
      : never
    : never,
  label: string,
  description: string,
): SettingField => ({
  kind: 'flag',
  name: `mailer_notifications_${change}_enabled`,
  label,
  description,
})

/** The pages of settings, with what each setting does. */
export const settingsPages = {
  providers: {
    title: 'Sign In / Providers',
    description: 'Who can create an account, and how people prove who they are.',
    sections: [
      {
        title: 'Sign-up',
        fields: [
          {
            kind: 'flag',
            name: 'disable_signup',
            isNegated: true,
            label: 'Allow new users to sign up',
            description: 'Otherwise only users whom you create or invite can sign in.',
          },
          {
            kind: 'flag',
            name: 'external_anonymous_users_enabled',
            label: 'Allow anonymous sign-ins',
            description: 'Apps can sign in visitors without an address, who have the role authenticated.',
          },
          {
            kind: 'flag',
            name: 'security_manual_linking_enabled',
            feature: 'authentication:show_manual_linking',
            label: 'Allow users to link accounts',
            description: 'Users can add another provider to their account, and remove one.',
          },
        ],
      },
      {
        title: 'Email',
        fields: [
          {
            kind: 'flag',
            name: 'external_email_enabled',
            label: 'Allow sign-in by email',
            description: 'With a password, a link or a one-time code.',
          },
          {
            kind: 'flag',
            name: 'mailer_autoconfirm',
            isNegated: true,
            label: 'Confirm email addresses',
            description: 'New users follow a link in an email before they can sign in.',
          },
          {
            kind: 'flag',
            name: 'mailer_secure_email_change_enabled',
            label: 'Confirm a change from both addresses',
            description: 'Otherwise only the new address confirms it.',
          },
          {
            kind: 'number',
            name: 'mailer_otp_exp',
            label: 'Validity of links and codes',
            description: 'At most a day.',
            unit: 'seconds',
          },
          {
            kind: 'number',
            name: 'mailer_otp_length',
            label: 'Length of codes',
            description: 'After 10 wrong tries a code has to be requested again.',
            unit: 'digits',
          },
        ],
      },
      {
        title: 'Phone',
        fields: [
          {
            kind: 'flag',
            name: 'external_phone_enabled',
            label: 'Allow sign-in by phone',
            description: 'With a password or a one-time code.',
          },
          {
            kind: 'flag',
            name: 'sms_autoconfirm',
            isNegated: true,
            label: 'Confirm phone numbers',
            description: 'New users type a code from a message before they can sign in.',
          },
          {
            kind: 'number',
            name: 'sms_otp_exp',
            label: 'Validity of message codes',
            description: 'At most an hour.',
            unit: 'seconds',
          },
          {
            kind: 'number',
            name: 'sms_otp_length',
            label: 'Length of message codes',
            description: 'After 10 wrong tries a code has to be requested again.',
            unit: 'digits',
          },
          {
            kind: 'text',
            name: 'sms_template',
            label: 'Message',
            description: '{{ .Code }} stands for the code, {{ .SiteURL }} for the site.',
          },
          {
            kind: 'lines',
            name: 'sms_test_otp',
            label: 'Test numbers',
            description:
              'One per line with its code, such as 15551234567=123456. They get no message, and the code signs in as them.',
          },
        ],
      },
      {
        title: 'Passkeys',
        fields: [
          {
            kind: 'flag',
            name: 'passkey_enabled',
            label: 'Allow sign-in with passkeys',
            description: 'Users add one to their account, and then sign in without a password.',
          },
          {
            kind: 'text',
            name: 'webauthn_rp_id',
            label: 'Domain (optional)',
            description:
              'Passkeys work on this domain and below it, also as second factors. Empty for the domain of the site URL. If it changes, existing passkeys stop working.',
          },
          {
            kind: 'text',
            name: 'webauthn_rp_display_name',
            label: 'Name (optional)',
            description: 'Shown when a passkey is added. Empty for the domain.',
          },
          {
            kind: 'lines',
            name: 'webauthn_rp_origins',
            label: 'Sites (optional)',
            description:
              'One origin per line, such as https://app.example.com. Empty for the site URL alone.',
          },
        ],
      },
      {
        title: 'Wallets',
        fields: [
          {
            kind: 'flag',
            name: 'external_web3_ethereum_enabled',
            label: 'Allow sign-in with Ethereum wallets',
            description: 'The wallet signs a message for your site, which has to be in URL Configuration.',
          },
          {
            kind: 'flag',
            name: 'external_web3_solana_enabled',
            label: 'Allow sign-in with Solana wallets',
            description: 'A new wallet becomes a user without an email address.',
          },
        ],
      },
      {
        title: 'Passwords',
        fields: [
          {
            kind: 'number',
            name: 'password_min_length',
            label: 'Minimum length',
            description: 'Applies to new passwords.',
            unit: 'characters',
          },
          {
            kind: 'choice',
            name: 'password_required_characters',
            label: 'Required characters',
            description: 'Applies to new passwords.',
            options: [
              { value: '', label: 'None' },
              { value: 'letters_digits', label: 'Letters and digits' },
              { value: 'lower_upper_letters_digits', label: 'Lower case, upper case and digits' },
              {
                value: 'lower_upper_letters_digits_symbols',
                label: 'Lower case, upper case, digits and symbols',
              },
            ],
          },
          {
            kind: 'flag',
            name: 'security_update_password_require_reauthentication',
            label: 'Ask for a code before a password changes',
            description: 'Unless the user signed in within the last 24 hours.',
          },
          {
            kind: 'flag',
            name: 'security_update_password_require_current_password',
            label: 'Ask for the current password before it changes',
            description: 'Unless the user followed a link to set a new one.',
          },
        ],
      },
      {
        title: 'Company accounts',
        fields: [
          {
            kind: 'flag',
            name: 'saml_enabled',
            label: 'Allow sign-in with company accounts (SAML)',
            description: 'People go to the identity provider of their company, which is added below.',
          },
        ],
      },
      {
        title: 'Third-party tokens',
        anchor: 'third-party',
        feature: 'authentication:third_party_auth',
        fields: [
          {
            kind: 'lines',
            name: 'third_party_issuers',
            label: 'Trusted issuers',
            description:
              'One per line, such as https://example.auth0.com/. Their tokens name a role, and reach the Data API and storage.',
          },
        ],
      },
    ],
  },
  sessions: {
    title: 'Sessions',
    description: 'How long people stay signed in.',
    sections: [
      {
        title: 'Tokens',
        fields: [
          {
            kind: 'number',
            name: 'jwt_exp',
            label: 'Validity of access tokens',
            description: 'Until then the Data API accepts a token, even if its session has ended.',
            unit: 'seconds',
          },
          {
            kind: 'number',
            name: 'security_refresh_token_reuse_interval',
            label: 'Reuse interval of refresh tokens',
            description: 'How long any renewed token is accepted again, for apps that refresh twice at once.',
            unit: 'seconds',
          },
        ],
      },
      {
        title: 'Limits',
        fields: [
          {
            kind: 'flag',
            name: 'sessions_single_per_user',
            label: 'One session per user',
            description: 'Signing in ends the other sessions of the user.',
          },
          {
            kind: 'number',
            name: 'sessions_timebox',
            label: 'Longest session',
            description: 'Users then have to sign in again. 0 for no limit.',
            unit: 'hours',
          },
          {
            kind: 'number',
            name: 'sessions_inactivity_timeout',
            label: 'Inactivity',
            description: 'A session that is not used for this long ends. 0 for no limit.',
            unit: 'hours',
          },
        ],
      },
    ],
  },
  mfa: {
    title: 'Multi-Factor',
    description: 'A second proof after the first: an authenticator app, a phone or a security key.',
    sections: [
      {
        title: 'Authenticator apps',
        fields: [
          {
            kind: 'flag',
            name: 'mfa_totp_enroll_enabled',
            label: 'Allow users to add an authenticator app',
            description: 'Existing apps keep working.',
          },
          {
            kind: 'flag',
            name: 'mfa_totp_verify_enabled',
            label: 'Accept codes of authenticator apps',
            description: 'They raise a session to the level aal2, which policies can require.',
          },
        ],
      },
      {
        title: 'Phones',
        fields: [
          {
            kind: 'flag',
            name: 'mfa_phone_enroll_enabled',
            label: 'Allow users to add a phone',
            description: 'Each sign-in sends a message. Its text and service are those of sign-in by phone.',
          },
          {
            kind: 'flag',
            name: 'mfa_phone_verify_enabled',
            label: 'Accept codes by message',
            description: 'Messages can be intercepted; an authenticator app or a security key is safer.',
          },
        ],
      },
      {
        title: 'Security keys and passkeys',
        fields: [
          {
            kind: 'flag',
            name: 'mfa_web_authn_enroll_enabled',
            label: 'Allow users to add a security key',
            description:
              'Or a passkey as a second factor. The domain is that of passkeys, under Sign In / Providers.',
          },
          {
            kind: 'flag',
            name: 'mfa_web_authn_verify_enabled',
            label: 'Accept security keys',
            description: 'They raise a session to the level aal2, as codes do.',
          },
        ],
      },
      {
        title: 'Recovery codes',
        fields: [
          {
            kind: 'flag',
            name: 'mfa_recovery_codes_enroll_enabled',
            label: 'Allow users to make recovery codes',
            description: 'Ten one-time codes for users who lose their second factor.',
          },
          {
            kind: 'flag',
            name: 'mfa_recovery_codes_verify_enabled',
            label: 'Accept recovery codes',
            description: 'After five wrong codes, a user has to wait 15 minutes.',
          },
        ],
      },
      {
        title: 'Limit',
        fields: [
          {
            kind: 'number',
            name: 'mfa_max_enrolled_factors',
            label: 'Second factors per user',
            description: 'Verified factors of all kinds count.',
            unit: 'at most',
          },
        ],
      },
    ],
  },
  'rate-limits': {
    title: 'Rate Limits',
    description: 'How often apps can call before they have to wait.',
    sections: [
      {
        title: 'Email',
        fields: [
          rateLimit(
            'email_sent',
            'Emails',
            'Confirmations, links and changes of address, for the whole project.',
          ),
          {
            kind: 'number',
            name: 'smtp_max_frequency',
            label: 'Time between two emails to one address',
            description: '0 for no limit.',
            unit: 'seconds',
          },
        ],
      },
      {
        title: 'Text messages',
        fields: [
          rateLimit('sms_sent', 'Messages', 'Codes to phones, for the whole project.'),
          {
            kind: 'number',
            name: 'sms_max_frequency',
            label: 'Time between two messages to one number',
            description: '0 for no limit.',
            unit: 'seconds',
          },
        ],
      },
      {
        title: 'Calls from one network address',
        fields: [
          rateLimit('sign_in', 'Sign-ups and sign-ins', 'With a password or with another provider.'),
          rateLimit(
            'otp',
            'Requests for links and codes',
            'Sign-in links, password resets and confirmations.',
          ),
          rateLimit('verify', 'Link and code verifications', 'Successful attempts count too.'),
          rateLimit(
            'token_refresh',
            'Token refreshes',
            'An app refreshes about once per lifetime of its access token.',
          ),
          rateLimit('anonymous', 'Anonymous sign-ins', 'Each creates a user.'),
          rateLimit('web3', 'Sign-ins with wallets', 'Each new wallet creates a user.'),
        ],
      },
    ],
  },
  protection: {
    title: 'Attack Protection',
    description: 'Keeps programs and guessed passwords out.',
    sections: [
      {
        title: 'Leaked passwords',
        fields: [
          {
            kind: 'flag',
            name: 'password_hibp_enabled',
            label: 'Refuse passwords that have leaked',
            description:
              'Looks up new passwords. The service learns five characters of a hash, never the password.',
          },
          {
            kind: 'text',
            name: 'password_hibp_url',
            label: 'Service',
            description:
              'Pwned Passwords, or a copy of it in your network. If it does not answer, the operator’s list counts.',
          },
        ],
      },
    ],
  },
  'url-configuration': {
    title: 'URL Configuration',
    description: 'Where sign-ins and links in emails may lead.',
    sections: [
      {
        title: 'Addresses',
        fields: [
          {
            kind: 'text',
            name: 'site_url',
            label: 'Site URL',
            description: 'Users are sent here unless an app names another allowed address.',
          },
          {
            kind: 'lines',
            name: 'uri_allow_list',
            label: 'Redirect URLs',
            description:
              'One per line. * matches part of a name, ** anything, as in https://*.example.com/**',
          },
        ],
      },
    ],
  },
  advanced: {
    title: 'Advanced',
    description: 'Limits in the database, the audit log, and links in emails.',
    sections: [
      {
        title: 'Database',
        fields: [
          {
            kind: 'number',
            name: 'api_max_request_duration',
            label: 'Longest statement',
            description: 'Calls that take longer, for example because of a slow trigger, fail with 504.',
            unit: 'seconds',
          },
          {
            kind: 'number',
            name: 'db_max_pool_size',
            label: 'Connections',
            description:
              'Of those that the APIs share (Data API settings). 0 for a fair share. Calls beyond it wait.',
            unit: 'at most',
          },
        ],
      },
      {
        title: 'Audit log',
        fields: [
          {
            kind: 'flag',
            name: 'audit_log_disable_postgres',
            isNegated: true,
            label: 'Write entries to the database',
            description:
              'To auth.audit_log_entries, which Audit Logs and the overview read. The auth log always has the actions.',
          },
          {
            kind: 'number',
            name: 'audit_log_kept_days',
            label: 'Keep entries for',
            description: 'Older ones are deleted. 0 to keep all.',
            unit: 'days',
          },
        ],
      },
      {
        title: 'Links in emails',
        fields: [
          {
            kind: 'flag',
            name: 'security_links_without_click',
            label: 'Let programs without a key use up links',
            description: 'For scripts that open links. Mail scanners can then use links up too.',
          },
        ],
      },
    ],
  },
  notices: {
    title: 'Security notices',
    description: 'Emails that tell users about changes to their accounts.',
    sections: [
      {
        title: 'Security notices',
        fields: [
          notice('password_changed', 'Password changed', 'By the user, a reset link or a server.'),
          notice('email_changed', 'Email address changed', 'Sent to the previous address.'),
          notice('phone_changed', 'Phone number changed', 'Sent to the email address, if the user has one.'),
          notice('identity_linked', 'Account linked', 'The user can sign in with another provider.'),
          notice('identity_unlinked', 'Account unlinked', 'A provider no longer signs the user in.'),
          notice('mfa_factor_enrolled', 'Second factor added', 'Sent once the factor is verified.'),
          notice('mfa_factor_unenrolled', 'Second factor removed', 'By the user, a member or a server.'),
        ],
      },
    ],
  },
} as const satisfies Record<string, SettingsPage>

export type SettingsPageKey = keyof typeof settingsPages
