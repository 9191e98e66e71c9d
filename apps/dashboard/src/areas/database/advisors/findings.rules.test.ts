import type { LintFinding } from '@basalt/contract/advisors/advisors.schema.ts'
import { expect, test } from 'vitest'
import { countOf, csvOf, objectOf, placeOf, rehearsable } from './findings.rules.ts'

const aFinding = (changes: Partial<LintFinding> = {}): LintFinding => ({
  name: 'rls_disabled_in_public',
  title: 'Title',
  level: 'ERROR',
  facing: 'EXTERNAL',
  categories: ['SECURITY'],
  description: 'Why',
  detail: 'What "it" is',
  remediation: 'http://localhost/docs/advisors',
  advice: 'Do',
  fix: null,
  metadata: { type: 'table', schema: 'a b', name: 't' },
  cache_key: 'k',
  dismissal: null,
  ...changes,
})
const dismissal = { reason: 'r', dismissed_by: 'x@y', dismissed_at: '', expires_at: null }

test('tabs count by level, dismissed findings apart, and what is not listed', () => {
  const cut = aFinding({ name: 'many', level: 'INFO', metadata: { type: 'table', count: 502 } })
  const findings = [aFinding(), aFinding({ dismissal }), cut, { ...cut, cache_key: 'k2' }]
  expect(['ERROR', 'WARN', 'INFO', 'DISMISSED'].map((preset) => countOf(findings, preset as never))).toEqual([
    1, 0, 502, 1,
  ])
})

test.each([
  [aFinding(), 'a b.t', '/database/tables?schema=a%20b'],
  [aFinding({ metadata: { type: 'extension', name: 'hstore' } }), 'hstore', '/database/extensions'],
  [aFinding({ name: 'no_backup_admin', metadata: { type: 'project' } }), 'Project', '/org/acme/team'],
  [aFinding({ metadata: { type: 'sequence', schema: 's', name: 'q' } }), 's.q', undefined],
])('a finding is about an object and leads to its page (%#)', (finding, object, path) => {
  expect([objectOf(finding), placeOf(finding, 'acme')?.path]).toEqual([object, path])
})

test.each([
  ['create index concurrently on t (a)', 'create index on t (a)'],
  ['alter table t enable row level security', 'alter table t enable row level security'],
  ['vacuum (freeze) t', undefined],
  ["select pg_drop_replication_slot('s')", undefined],
])('%s is rehearsed as %s', (fix, expected) => {
  expect(rehearsable(fix)).toBe(expected)
})

test('quotes are doubled in CSV', () => {
  expect(csvOf([aFinding()]).split('\r\n')[1]).toBe(
    '"ERROR","rls_disabled_in_public","Title","a b.t","What ""it"" is","","k"',
  )
})
