import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import { type ProjectStatus, projectStatuses } from '@basalt/contract/projects/status.rules.ts'
import { expect, test } from 'vitest'
import type { PreviewId } from '../previews/previews.rules.ts'
import { aMenuContext, linesOf, menuInWords } from './menu-context.fixture.ts'
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

test('a healthy project of the platform has every part, in groups', () => {
  expect(menuInWords(projectMenu(aMenuContext()))).toEqual(platform)
})

test('the self-hosted edition has no reports, its own address for the SQL editor, and settings that open at the keys', () => {
  const lines = linesOf(projectMenu(aMenuContext({ edition: 'self-hosted' })))
  const kept = platform.flat().filter((line) => !/Reports/.test(line))
  expect(lines).toEqual(
    kept.map((line) => line.replace('→ /sql', '→ /sql/1').replace('/settings/general', '/settings/api-keys')),
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

test('while a project is coming up every part but its settings leads to the overview', () => {
  const lines = linesOf(projectMenu(aMenuContext({ status: 'COMING_UP' })))
  expect(lines).toEqual(
    platform.flat().map((line) => (/Settings/.test(line) ? line : line.replace(/→ .*/, '→ /'))),
  )
})

const lasting = projectStatuses.filter((status) => status !== 'COMING_UP')
test.each(lasting)('the database of a project that is %s leads to what can be reached of it', (status) => {
  const lines = linesOf(projectMenu(aMenuContext({ status })))
  const database = status === 'ACTIVE_HEALTHY' ? '/database/schemas' : '/database/backups/scheduled'
  expect(lines).toEqual(
    platform.flat().map((line) => (line.startsWith('Database') ? `Database → ${database}` : line)),
  )
})

test('a status that is not known yet changes nothing', () => {
  const status: ProjectStatus | undefined = undefined
  expect(menuInWords(projectMenu(aMenuContext({ status })))).toEqual(platform)
})

test.each<[PreviewId, string]>([
  ['auth-overview', 'Authentication → /auth/overview'],
  ['unified-logs', 'Logs → /logs'],
])('the preview %s leads elsewhere', (preview, line) => {
  expect(linesOf(projectMenu(aMenuContext({ previews: new Set([preview]) })))).toContain(line)
})

test('with its preview the documentation of the API opens over the page, once there is something to document', () => {
  const opened = (status: ProjectStatus) =>
    projectMenu(aMenuContext({ status, previews: new Set(['api-docs-panel']) })).flatMap(({ entries }) =>
      entries.filter(({ opens }) => opens).map(({ key, opens }) => [key, opens]),
    )
  expect(opened('ACTIVE_HEALTHY')).toEqual([['api', 'api-docs']])
  expect(opened('COMING_UP')).toEqual([])
})
