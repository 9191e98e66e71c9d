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
]
