import type { CliRelease } from '@basalt/contract/releases/releases.schema.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { releaseQueries } from './releases.queries.ts'
import { VersionBadge } from './VersionBadge.tsx'

async function show(release: CliRelease) {
  await renderPage(<VersionBadge />, (client) =>
    client.setQueryData(releaseQueries.versions().queryKey, release),
  )
  return userEvent.setup()
}

test('an available update shows its command and the release schedule', async () => {
  const user = await show({
    current: 'v0.1.0',
    latest: 'v0.2.0',
    beta: 'v0.3.0-rc.1',
    published_at: '2026-02-18T09:30:00.000Z',
  })
  await user.click(screen.getByRole('button', { name: 'Version: Update available' }))
  expect(await screen.findByText('git pull && npm start')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Release schedule' }))
  const schedule = within(await screen.findByRole('dialog', { name: 'Release schedule' }))
  expect(schedule.getByText('04 Mar 2026')).toBeTruthy()
  expect(schedule.getByText('git fetch --tags && git checkout v0.3.0-rc.1 && npm start')).toBeTruthy()
})

test('without a list of releases only the version is displayed', async () => {
  const user = await show({ current: 'v0.1.0' })
  await user.click(screen.getByRole('button', { name: 'Version: v0.1.0' }))
  expect(await screen.findByRole('link', { name: 'How to upgrade' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Release schedule' })).toBeNull()
})

test('an unknown version is not displayed', async () => {
  await show({})
  expect(screen.queryByRole('button')).toBeNull()
})
