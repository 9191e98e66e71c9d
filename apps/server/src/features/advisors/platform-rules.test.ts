import { readFileSync } from 'node:fs'
import path from 'node:path'
import { advisorTypes, lintsOf } from '@basalt/catalog/lints/lints.ts'
import { authDefaults } from '@basalt/contract/auth/auth.rules.ts'
import { expect, test } from 'vitest'
import { type ProjectSituation, platformRules } from './platform-rules.ts'

/** A project with nothing to find. */
const sound: ProjectSituation = {
  edition: 'platform',
  isLocal: false,
  sslEnforced: true,
  allowedCidrs: ['10.0.0.0/8'],
  databasePassword: 'k7Rw2pXq-MzTd9-db',
  isBranch: false,
  keepsLog: true,
  failedBackups: 0,
  backupError: null,
  members: 3,
  administrators: 2,
  administratorsWithoutMfa: 0,
  auth: { ...authDefaults, password_min_length: 8, password_hibp_enabled: true },
}
const auth = (over: Partial<typeof authDefaults>) => ({ auth: { ...sound.auth!, ...over } })
const withoutFactors = { mfa_totp_enroll_enabled: false, mfa_phone_enroll_enabled: false }
const withoutPasswords = { external_email_enabled: false, external_phone_enabled: false }

/** For each rule the fault, and what only resembles it. */
const cases: [rule: string, fault: Partial<ProjectSituation>, nearMiss: Partial<ProjectSituation>][] = [
  ['ssl_not_enforced', { sslEnforced: false }, { sslEnforced: false, isLocal: true }],
  ['network_restrictions_not_set', { allowedCidrs: null }, { allowedCidrs: [] }],
  [
    'weak_database_password',
    { databasePassword: 'postgres' },
    { databasePassword: 'horse-staple-battery-7' },
  ],
  [
    'administrators_without_mfa',
    { administratorsWithoutMfa: 1 },
    { administratorsWithoutMfa: 1, edition: 'self-hosted' },
  ],
  ['no_backup_admin', { administrators: 1 }, { administrators: 1, members: 1 }],
  ['backups_failing', { failedBackups: 2 }, { backupError: 'of an earlier one' }],
  ['pitr_not_enabled', { keepsLog: false }, { keepsLog: false, isBranch: true }],
  ['auth_otp_long_expiry', auth({ mailer_otp_exp: 7200 }), auth({ mailer_otp_exp: 3600 })],
  [
    'password_requirements_min_length',
    auth({ password_min_length: 7 }),
    auth({ password_min_length: 7, ...withoutPasswords }),
  ],
  [
    'auth_leaked_password_protection',
    auth({ password_hibp_enabled: false }),
    auth({ password_hibp_enabled: false, ...withoutPasswords }),
  ],
  [
    'auth_password_policy_missing',
    auth({ password_hibp_enabled: false }),
    auth({ password_hibp_enabled: false, password_required_characters: 'letters_digits' }),
  ],
  [
    'auth_insufficient_mfa_options',
    auth(withoutFactors),
    auth({ ...withoutFactors, mfa_web_authn_enroll_enabled: true }),
  ],
]

const namesOf = (situation: ProjectSituation) =>
  platformRules.flatMap((rule) => (rule.find(situation) === undefined ? [] : [rule.name]))

test('a sound project has no findings, and one without users none about them', () => {
  expect(namesOf(sound)).toEqual([])
  expect(namesOf({ ...sound, auth: undefined })).toEqual([])
})

test.each(cases)('%s is found, and what resembles it is not', (rule, fault, nearMiss) => {
  expect(namesOf({ ...sound, ...fault })).toContain(rule)
  expect(namesOf({ ...sound, ...nearMiss })).not.toContain(rule)
})

test('every rule has its fault in the table', () => {
  expect(platformRules.map(({ name }) => name)).toEqual(cases.map(([rule]) => rule))
})

test('a finding says how much', () => {
  const detailOf = (rule: string, situation: Partial<ProjectSituation>) =>
    platformRules.find(({ name }) => name === rule)!.find({ ...sound, ...situation })
  expect(detailOf('auth_otp_long_expiry', auth({ mailer_otp_exp: 5400 }))).toBe(
    'Links and codes in mails are valid for 1.5 hours',
  )
  expect(detailOf('backups_failing', { failedBackups: 1, backupError: 'full' })).toBe(
    '1 backup has failed since the last complete one: full',
  )
})

test('the guide has a section for each rule, which findings link to', () => {
  const guide = path.resolve(import.meta.dirname, '../../../../../docs/guides/advisors.md')
  const sections = [...readFileSync(guide, 'utf8').matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
  const rules = [...advisorTypes.flatMap((type) => lintsOf(type)), ...platformRules]
  expect(sections.toSorted()).toEqual(rules.map(({ name }) => name).toSorted())
})
