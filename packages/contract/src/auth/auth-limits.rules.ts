/** Of an email address; the column `auth.users.email` has as many characters. */
export const EMAIL_MAX = 255
/** Characters of a password. More would only make hashing expensive. */
export const USER_PASSWORD_MAX = 256
/** Lower bound of the setting. */
export const USER_PASSWORD_MIN = 6

/** User and app metadata together, in bytes of JSON. Each token carries both, and has at most 8 KB. */
export const METADATA_MAX_BYTES = 5 * 1024

/** Users of one page of `GET /admin/users`. */
export const ADMIN_PAGE_DEFAULT = 50
export const ADMIN_PAGE_MAX = 1000

/** Users of one page of the dashboard. */
export const USERS_PAGE = 50
/** Users that one call of the dashboard deletes. */
export const USERS_DELETED_MAX = 100

/** How long a ban can be, in hours: a century. */
export const BAN_HOURS_MAX = 876_000

/** How long the code of a PKCE flow can be exchanged, in seconds. */
export const AUTH_CODE_SECONDS = 300
/** Wrong attempts on the one-time codes of one address before the codes have to be requested again. */
export const CODE_ATTEMPTS_MAX = 10

/** How long a challenge of a second factor can be answered, in seconds. */
export const CHALLENGE_SECONDS = 300
export const FACTOR_NAME_MAX = 100
/** Factors of a user, those included that were begun and not verified; upper bound of the setting. */
export const FACTORS_MAX = 30

/** How long mail that waits in the inbox of a project is kept, in hours. */
export const MAIL_KEPT_HOURS = 7 * 24
/** Mails of the inbox page. */
export const MAILS_SHOWN_MAX = 100

/** How long entries of the audit log of users are kept by default, in days, and upper bound of the setting. */
export const AUDIT_KEPT_DAYS = 365
export const AUDIT_KEPT_DAYS_MAX = 3650

/** Bounds of the setting of how long the database may take for one call. */
export const REQUEST_SECONDS_MIN = 3
export const REQUEST_SECONDS_MAX = 30

/** Upper bound of the setting of how many connections the calls use at once; the APIs of a project share no more. */
export const CONNECTIONS_MAX = 40

export const JWT_SECONDS_MIN = 30
export const JWT_SECONDS_MAX = 604_800

/** The kinds of password rules, as the settings name them, and the character classes that each requires. */
export const passwordRules = {
  '': [],
  letters_digits: ['a-zA-Z', '0-9'],
  lower_upper_letters_digits: ['a-z', 'A-Z', '0-9'],
  lower_upper_letters_digits_symbols: ['a-z', 'A-Z', '0-9', 'symbols'],
} as const satisfies Record<string, readonly CharacterClass[]>
export type PasswordRule = keyof typeof passwordRules
export type CharacterClass = 'a-zA-Z' | 'a-z' | 'A-Z' | '0-9' | 'symbols'

/** How long people have at a provider, in seconds. */
export const PROVIDER_FLOW_SECONDS = 600
/** Characters of one fact that a provider tells about a person; longer ones are left out. */
export const PROVIDER_CLAIM_MAX = 1024
