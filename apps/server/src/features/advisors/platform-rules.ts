import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import { passwordScore, STRONG_PASSWORD_SCORE } from '@basalt/contract/projects/password.rules.ts'
import type { PlatformFacts } from './platform-facts.ts'

/** What the rules about the settings of a project read. */
export interface ProjectSituation extends PlatformFacts {
  readonly edition: Edition
  /** Whether only this machine can connect. */
  readonly isLocal: boolean
  readonly sslEnforced: boolean
  /** Null for every address. */
  readonly allowedCidrs: readonly string[] | null
  readonly databasePassword: string
  /** How users of the project's apps sign in; undefined while it has none. */
  readonly auth: AuthSettings | undefined
}

/** A rule about a project itself rather than an object in its database. */
export interface PlatformRule {
  readonly name: string
  readonly title: string
  readonly level: 'ERROR' | 'WARN'
  readonly description: string
  readonly remediation: string
  /** A sentence about this project; undefined when all is well. */
  find(situation: ProjectSituation): string | undefined
}

/** A link or code in a mail should be of no use to someone who finds it later. */
const MAIL_SECONDS_MAX = 3600
/** Shorter passwords can be guessed from what a stolen database has of them. */
const USER_PASSWORD_LENGTH_MIN = 8

/** Whether users sign in with passwords. */
const hasPasswords = (auth: AuthSettings | undefined): auth is AuthSettings =>
  auth !== undefined && (auth.external_email_enabled || auth.external_phone_enabled)

const times = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** The rules about settings, backups and members. All of them are about security. */
export const platformRules: readonly PlatformRule[] = [
  {
    name: 'ssl_not_enforced',
    title: 'Connections may be unencrypted',
    level: 'WARN',
    description:
      'Anyone who can see the traffic of an unencrypted connection can read its passwords and rows.',
    remediation: 'Enforce SSL in the database settings. Clients that do not use it have to change first.',
    find: ({ isLocal, sslEnforced }) =>
      isLocal || sslEnforced ? undefined : 'The database accepts connections without encryption',
  },
  {
    name: 'network_restrictions_not_set',
    title: 'The database is open to every address',
    level: 'WARN',
    description: 'Anyone who reaches this machine can try passwords. Bans only slow that down.',
    remediation: 'Allow only the addresses of your servers in the database settings.',
    find: ({ isLocal, allowedCidrs }) =>
      isLocal || allowedCidrs ? undefined : 'Every address may connect to the database',
  },
  {
    name: 'weak_database_password',
    title: 'Weak database password',
    level: 'ERROR',
    description: 'The password can be guessed, and with it all data can be read and changed.',
    remediation: 'Reset the database password to a generated one.',
    find: ({ databasePassword }) =>
      passwordScore(databasePassword) < STRONG_PASSWORD_SCORE
        ? 'The password of the role postgres can be guessed'
        : undefined,
  },
  {
    name: 'administrators_without_mfa',
    title: 'Administrators without a second factor',
    level: 'WARN',
    description:
      'A stolen password of an owner or administrator is enough to read and delete every project of the organization.',
    remediation: 'Require multi-factor authentication in the security settings of the organization.',
    find: ({ edition, administratorsWithoutMfa: count }) =>
      edition === 'platform' && count > 0
        ? `${times(count, 'owner or administrator has', 'owners and administrators have')} no second factor`
        : undefined,
  },
  {
    name: 'no_backup_admin',
    title: 'Only one administrator',
    level: 'WARN',
    description:
      'When this member loses access or leaves, nobody can manage the projects and members of the organization.',
    remediation: 'Make another member an owner or administrator.',
    find: ({ edition, members, administrators }) =>
      edition === 'platform' && members > 1 && administrators === 1
        ? `One of ${members} members can manage the organization`
        : undefined,
  },
  {
    name: 'backups_failing',
    title: 'Backups fail',
    level: 'ERROR',
    description: 'What is written since the last complete backup is lost if the disk fails.',
    remediation:
      'Read the error on the backups page, make room or repair the connection, then back up by hand.',
    find: ({ failedBackups: count, backupError }) =>
      count > 0
        ? `${times(count, 'backup has', 'backups have')} failed since the last complete one${backupError ? `: ${backupError}` : ''}`
        : undefined,
  },
  {
    name: 'pitr_not_enabled',
    title: 'Point-in-time recovery is off',
    level: 'WARN',
    description:
      'A mistake can only be undone by restoring the last daily backup, without what was written since.',
    remediation: 'Enable point-in-time recovery on the backups page.',
    find: ({ edition, isBranch, keepsLog }) =>
      edition === 'platform' && !isBranch && !keepsLog
        ? 'Only the moments of the daily backups can be restored'
        : undefined,
  },
  {
    name: 'auth_otp_long_expiry',
    title: 'Codes in mails are valid for long',
    level: 'WARN',
    description: 'Anyone who reads the mail while its link or code is valid can sign in as its receiver.',
    remediation:
      'Let links and codes in mails expire within an hour, on the page Sign In / Providers of Authentication.',
    find: ({ auth }) =>
      auth?.external_email_enabled && auth.mailer_otp_exp > MAIL_SECONDS_MAX
        ? `Links and codes in mails are valid for ${hours(auth.mailer_otp_exp)}`
        : undefined,
  },
  {
    name: 'password_requirements_min_length',
    title: 'Users may choose short passwords',
    level: 'WARN',
    description: 'Short passwords of users are guessed first, by attempts or from a stolen database.',
    remediation: `Require at least ${USER_PASSWORD_LENGTH_MIN} characters, on the page Sign In / Providers of Authentication.`,
    find: ({ auth }) =>
      hasPasswords(auth) && auth.password_min_length < USER_PASSWORD_LENGTH_MIN
        ? `Passwords of users may have ${auth.password_min_length} characters`
        : undefined,
  },
  {
    name: 'auth_leaked_password_protection',
    title: 'Leaked passwords are accepted',
    level: 'WARN',
    description: 'Attackers try passwords that leaked elsewhere first, and many people use one everywhere.',
    remediation: 'Refuse leaked passwords, on the page Attack Protection of Authentication.',
    find: ({ auth }) =>
      hasPasswords(auth) && !auth.password_hibp_enabled
        ? 'Users may choose passwords that are known from leaks'
        : undefined,
  },
  {
    name: 'auth_password_policy_missing',
    title: 'No rule for the passwords of users',
    level: 'WARN',
    description:
      'With neither required characters nor a check for leaks, users choose passwords such as 12345678.',
    remediation:
      'Refuse leaked passwords, or require kinds of characters, in the settings of Authentication.',
    find: ({ auth }) =>
      hasPasswords(auth) && auth.password_required_characters === '' && !auth.password_hibp_enabled
        ? 'Nothing but their length is asked of passwords of users'
        : undefined,
  },
  {
    name: 'auth_insufficient_mfa_options',
    title: 'Users have no second factor to choose',
    level: 'WARN',
    description:
      'A stolen password of a user is enough to sign in, and nobody can protect themselves from that.',
    remediation: 'Let users add an authenticator app, a phone or a security key, on the page Multi-Factor.',
    find: ({ auth }) =>
      hasPasswords(auth) &&
      !(auth.mfa_totp_enroll_enabled || auth.mfa_phone_enroll_enabled || auth.mfa_web_authn_enroll_enabled)
        ? 'Users cannot add a second factor'
        : undefined,
  },
]

const hours = (seconds: number) => {
  const rounded = Math.round((seconds / 3600) * 10) / 10
  return times(rounded, 'hour', 'hours')
}
