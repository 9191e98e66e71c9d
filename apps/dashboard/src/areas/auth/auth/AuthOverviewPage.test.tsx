import { authDefaults } from '@basalt/contract/auth/auth.rules.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { permissionsOf } from '../../organization/permissions/permissions.fixture.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { AuthOverviewPage } from './AuthOverviewPage.tsx'

const show = () =>
  renderPage(<AuthOverviewPage project={aProject()} search={{}} />, (client) =>
    client.setQueryData(permissionQueries.mine().queryKey, permissionsOf('owner')),
  )
const failed = () =>
  Response.json({ code: 'internal', message: 'The database is busy', requestId: 'r' }, { status: 500 })
const today = new Date().toISOString().slice(0, 10)

test('a chart that cannot be loaded does not keep the others from being shown', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/overview')
      ? failed()
      : Response.json({
          from: `${today}T00:00:00.000Z`,
          to: `${today}T12:00:00.000Z`,
          bucket_ms: 3_600_000,
          buckets: [{ start: `${today}T00:00:00.000Z`, info: 0, warning: 2, error: 1 }],
          total: 3,
          left_out: 0,
        }),
  )
  await show()
  expect(await screen.findByText('Failed to load: Sign-ups')).toBeTruthy()
  expect(await screen.findByText('3 in total')).toBeTruthy()
})

test('days without anything say so', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/overview')
      ? Response.json({ days: [{ day: today, sign_ups: 0, sign_ins: 4, active: 2 }] })
      : failed(),
  )
  await show()
  expect(await screen.findByText('None in the last 7 days')).toBeTruthy()
  expect(await screen.findByText('4 in total')).toBeTruthy()
  expect(await screen.findByText('At most 2 on a day')).toBeTruthy()
  expect(await screen.findByText('Failed to load: Failures')).toBeTruthy()
})

test('that sign-ins are no longer counted is said above the charts', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('/config')
      ? Response.json({ ...authDefaults, audit_log_disable_postgres: true })
      : url.includes('/overview')
        ? Response.json({ days: [] })
        : failed(),
  )
  await show()
  expect(await screen.findByText('New entries are not written to the database')).toBeTruthy()
})
