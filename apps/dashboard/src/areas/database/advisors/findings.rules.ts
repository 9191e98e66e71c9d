import type { AdvisorKind, LintLevel } from '@basalt/contract/advisors/advisors.rules.ts'
import type { LintFinding } from '@basalt/contract/advisors/advisors.schema.ts'
import type { Preset } from './advisors-search.rules.ts'

export const presetLabels: Record<Preset, string> = {
  ERROR: 'Errors',
  WARN: 'Warnings',
  INFO: 'Info',
  DISMISSED: 'Dismissed',
}

export const levelBadges: Record<LintLevel, { label: string; tone: 'critical' | 'warning' | 'neutral' }> = {
  ERROR: { label: 'Error', tone: 'critical' },
  WARN: { label: 'Warning', tone: 'warning' },
  INFO: { label: 'Info', tone: 'neutral' },
}

export const ofKind = (findings: readonly LintFinding[], kind: AdvisorKind) =>
  findings.filter(({ categories }) => categories.includes(kind === 'security' ? 'SECURITY' : 'PERFORMANCE'))

export const presetOf = ({ level, dismissal }: LintFinding): Preset => (dismissal ? 'DISMISSED' : level)

/** How many findings a tab has, including those of a rule that are not listed. */
export function countOf(findings: readonly LintFinding[], preset: Preset): number {
  const listed = findings.filter((finding) => presetOf(finding) === preset)
  const cut = new Map(listed.map(({ name, metadata: { count } }) => [name, count]))
  const unlisted = [...cut].map(([name, count]) =>
    count === undefined ? 0 : count - findings.filter((finding) => finding.name === name).length,
  )
  return unlisted.reduce((sum, more) => sum + more, listed.length)
}

/** The object as a person names it. */
export function objectOf({ metadata: { schema, name, type } }: LintFinding): string {
  if (type === 'project') return 'Project'
  return [schema, name].filter(Boolean).join('.')
}

/** Where the object is shown, below the address of the project or from `/org/…`; undefined without such a page. */
export function placeOf(
  finding: LintFinding,
  organization: string,
): { label: string; path: string } | undefined {
  const { name, metadata } = finding
  const schema = metadata.schema === undefined ? '' : `?schema=${encodeURIComponent(metadata.schema)}`
  const settings: Record<string, { label: string; path: string }> = {
    ssl_not_enforced: { label: 'View settings', path: '/database/settings' },
    network_restrictions_not_set: { label: 'View settings', path: '/database/settings' },
    weak_database_password: { label: 'View settings', path: '/database/settings' },
    administrators_without_mfa: { label: 'View settings', path: `/org/${organization}/security` },
    no_backup_admin: { label: 'View team', path: `/org/${organization}/team` },
    backups_failing: { label: 'View backups', path: '/database/backups/scheduled' },
    pitr_not_enabled: { label: 'View settings', path: '/database/backups/pitr' },
    auth_otp_long_expiry: { label: 'View settings', path: '/auth/providers' },
    password_requirements_min_length: { label: 'View settings', path: '/auth/providers' },
    auth_leaked_password_protection: { label: 'View settings', path: '/auth/protection' },
    auth_password_policy_missing: { label: 'View settings', path: '/auth/protection' },
    auth_insufficient_mfa_options: { label: 'View settings', path: '/auth/mfa' },
    auth_allow_anonymous_sign_ins: { label: 'View policies', path: `/auth/policies${schema}` },
    public_bucket_allows_listing: { label: 'View policies', path: '/storage/files/policies' },
    multiple_permissive_policies: { label: 'View policies', path: `/auth/policies${schema}` },
    rls_enabled_no_policy: { label: 'View policies', path: `/auth/policies${schema}` },
  }
  const places: Record<string, { label: string; path: string }> = {
    table: { label: 'View tables', path: `/database/tables${schema}` },
    view: { label: 'View tables', path: `/database/tables${schema}` },
    'materialized view': { label: 'View tables', path: `/database/tables${schema}` },
    'foreign table': { label: 'View tables', path: `/database/tables${schema}` },
    policy: { label: 'View policies', path: `/auth/policies${schema}` },
    index: { label: 'View indexes', path: `/database/indexes${schema}` },
    function: { label: 'View functions', path: `/database/functions${schema}` },
    extension: { label: 'View extensions', path: '/database/extensions' },
    'foreign server': { label: 'View wrappers', path: '/integrations?category=wrapper' },
    'replication slot': { label: 'View replication', path: '/database/replication' },
  }
  return settings[name] ?? places[metadata.type]
}

/**
 * The fix as it runs on a copy, which is in one transaction; undefined for one that says nothing there. Indexes are built
 * without CONCURRENTLY.
 */
export const rehearsable = (fix: string): string | undefined =>
  /^(vacuum|reindex|select pg_drop_replication_slot)/.test(fix)
    ? undefined
    : fix.replaceAll(' concurrently', '')

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Findings as CSV. */
export const csvOf = (findings: readonly LintFinding[]) =>
  [
    ['level', 'rule', 'title', 'object', 'detail', 'fix', 'key'],
    ...findings.map((finding) => [
      finding.level,
      finding.name,
      finding.title,
      objectOf(finding),
      finding.detail,
      finding.fix ?? '',
      finding.cache_key,
    ]),
  ]
    .map((row) => `${row.map(quoted).join(',')}\r\n`)
    .join('')
