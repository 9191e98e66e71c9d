import { describe, expect, test } from 'vitest'
import { type NeedKey, needs } from '../permissions/needs.rules.ts'
import { reachesOrganization, reachesProject, scopeAllows, type TokenScope } from './token-scope.rules.ts'

const scope = (over: Partial<TokenScope> = {}): TokenScope => ({
  access: 'write',
  organization_slug: null,
  project_ref: null,
  ...over,
})

const readable: readonly NeedKey[] = [
  ...([
    'seeOrganization',
    'seeMembers',
    'seeSecurity',
    'seeAudit',
    'seeIntegrations',
    'readBilling',
  ] as const),
  ...(['seeUsage', 'seeProjects', 'seeBranches', 'seeApiKeys', 'seeDataApiSettings', 'seeApiDocs'] as const),
  ...([
    'readFiles',
    'seeStorageSettings',
    'readLogs',
    'readReports',
    'seeQueryHistory',
    'seeChanges',
    'readWithSql',
    'seeSnippets',
    'seeTableViews',
    'seeBackups',
    'seeMergeRequests',
    'seeAuthUsers',
    'seeAuthSettings',
    'seeAdvisors',
  ] as const),
]

test.each(Object.keys(needs) as NeedKey[])(
  'a read-only token may %s only if that reads and reveals no secret',
  (key) => {
    expect(scopeAllows(scope({ access: 'read' }), needs[key])).toBe(readable.includes(key))
    expect(scopeAllows(scope(), needs[key])).toBe(true)
  },
)

describe('the scope of a token', () => {
  const shop = { ref: 'shop', organization_slug: 'acme' }
  const other = { ref: 'other', organization_slug: 'acme' }
  const foreign = { ref: 'foreign', organization_slug: 'evil' }

  test.each([
    [scope(), [true, true], [true, true, true]],
    [scope({ organization_slug: 'acme' }), [true, false], [true, true, false]],
    [scope({ project_ref: 'shop' }), [false, false], [true, false, false]],
  ])('%j', (one, organizations, projects) => {
    expect(['acme', 'evil'].map((slug) => reachesOrganization(one, slug))).toEqual(organizations)
    expect([shop, other, foreign].map((project) => reachesProject(one, project))).toEqual(projects)
  })
})
