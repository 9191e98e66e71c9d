import { expect, test } from 'vitest'
import { aMenuContext, linesOf, menuText } from '../../app/menus/menu-context.fixture.ts'
import { databaseMenu } from './database.menu.ts'

test('the database of a project on the platform', () => {
  expect(menuText(databaseMenu(aMenuContext()))).toEqual([
    [
      '# Database Management',
      'Schema Visualizer → /database/schemas',
      'Tables → /database/tables',
      'Functions → /database/functions',
      'Triggers → /database/triggers',
      'Event Triggers → /database/event-triggers',
      'Enumerated Types → /database/types',
      'Extensions → /database/extensions',
      'Indexes → /database/indexes',
      'Publications → /database/publications',
      'Replication → /database/replication',
    ],
    [
      '# Configuration',
      'Roles → /database/roles',
      'Policies → /auth/policies ↗',
      'Settings → /database/settings',
    ],
    [
      '# Platform',
      'Backups → /database/backups/scheduled',
      'Migrations → /database/migrations',
      'Bring Your Database → /database/import',
      'Wrappers → /integrations?category=wrapper ↗',
      'Webhooks → /integrations/webhooks/overview',
    ],
    [
      '# Tools',
      'Security Advisor → /advisors/security ↗',
      'Performance Advisor → /advisors/performance ↗',
      'Query Performance → /reports/query-performance ↗',
    ],
  ])
})

test.each([
  ['without roles', { disabled: ['database:roles' as const] }, 'Roles → /database/roles'],
  [
    'without wrappers',
    { disabled: ['integrations:wrappers' as const] },
    'Wrappers → /integrations?category=wrapper ↗',
  ],
  ['self-hosted', { edition: 'self-hosted' as const }, 'Backups → /database/backups/scheduled'],
])('%s there is one line less', (_when, change, line) => {
  const all = linesOf(databaseMenu(aMenuContext()))
  expect(all).toContain(line)
  expect(linesOf(databaseMenu(aMenuContext(change)))).toEqual(all.filter((one) => one !== line))
})

test.each([
  [
    'the preview of column privileges',
    { previews: new Set(['column-privileges' as const]) },
    'Column Privileges → /database/column-privileges [ALPHA]',
  ],
  ['recovery to a point in time', { hasPointInTimeRecovery: true }, 'Backups → /database/backups/pitr'],
  [
    'replication switched off',
    { disabled: ['database:replication' as const] },
    'Replication → /database/replication [Coming soon]',
  ],
])('%s changes its line', (_what, change, line) => {
  expect(linesOf(databaseMenu(aMenuContext()))).not.toContain(line)
  expect(linesOf(databaseMenu(aMenuContext(change)))).toContain(line)
})
