import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import { type ProjectStatus, projectStatuses } from '@basalt/contract/projects/status.rules.ts'
import { expect, test } from 'vitest'
import type { PreviewId } from '../previews/previews.rules.ts'
import { aMenuContext, linesOf, menuText } from './menu-context.fixture.ts'
import { projectMenu } from './project-menu.rules.ts'

const platform = [
  ['Project Overview → /', 'Table Editor → /editor', 'SQL Editor → /sql'],
  [
    'Database → /database/schemas',
    'Authentication → /auth/users',
    'Storage → /storage/files',
    'Edge Functions → /functions',
    'Realtime → /realtime/inspector',
  ],
  [
    'Advisors → /advisors/security',
    'Reports → /reports',
    'Logs → /logs/explorer',
    'API Docs → /api',
    'Integrations → /integrations',
  ],
  ['Project Settings → /settings/general'],
]

test('a healthy project of the platform has every section, in groups', () => {
  expect(menuText(projectMenu(aMenuContext()))).toEqual(platform)
})

test('the self-hosted edition has no reports, its own address for the SQL editor, and settings that open at the keys', () => {
  const lines = linesOf(projectMenu(aMenuContext({ edition: 'self-hosted' })))
  const expected = platform.flat().filter((line) => !/Reports/.test(line))
  expect(lines).toEqual(
    expected.map((line) =>
      line.replace('→ /sql', '→ /sql/1').replace('/settings/general', '/settings/api-keys'),
    ),
  )
})

test.each<[FeatureKey, string]>([
  ['project_auth:all', 'Authentication'],
  ['project_storage:all', 'Storage'],
  ['project_edge_function:all', 'Edge Functions'],
  ['realtime:all', 'Realtime'],
  ['reports:all', 'Reports'],
])('without %s there is no %s', (feature, label) => {
  const lines = linesOf(projectMenu(aMenuContext({ disabled: [feature] })))
  expect(lines).toEqual(platform.flat().filter((line) => !line.startsWith(label)))
})

test('while a project is coming up every line but its settings links to the overview', () => {
  const lines = linesOf(projectMenu(aMenuContext({ status: 'COMING_UP' })))
  expect(lines).toEqual(
    platform.flat().map((line) => (/Settings/.test(line) ? line : line.replace(/→ .*/, '→ /'))),
  )
})

const lasting = projectStatuses.filter((status) => status !== 'COMING_UP')
test.each(lasting)('the database line of a project that is %s links to a page that works', (status) => {
  const lines = linesOf(projectMenu(aMenuContext({ status })))
  const database = status === 'ACTIVE_HEALTHY' ? '/database/schemas' : '/database/backups/scheduled'
  expect(lines).toEqual(
    platform.flat().map((line) => (line.startsWith('Database') ? `Database → ${database}` : line)),
  )
})

test('an unknown status changes nothing', () => {
  const status: ProjectStatus | undefined = undefined
  expect(menuText(projectMenu(aMenuContext({ status })))).toEqual(platform)
})

test.each<[PreviewId, string]>([
  ['auth-overview', 'Authentication → /auth/overview'],
  ['unified-logs', 'Logs → /logs'],
])('the preview %s changes a link', (preview, line) => {
  expect(linesOf(projectMenu(aMenuContext({ previews: new Set([preview]) })))).toContain(line)
})

test('with its preview, the API docs open as a panel once the project is up', () => {
  const opened = (status: ProjectStatus) =>
    projectMenu(aMenuContext({ status, previews: new Set(['api-docs-panel']) })).flatMap(({ entries }) =>
      entries.filter(({ opens }) => opens).map(({ key, opens }) => [key, opens]),
    )
  expect(opened('ACTIVE_HEALTHY')).toEqual([['api', 'api-docs']])
  expect(opened('COMING_UP')).toEqual([])
})
