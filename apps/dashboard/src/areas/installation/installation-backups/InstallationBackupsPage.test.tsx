import type { InstallationBackups } from '@basalt/contract/installation-backups/installation-backups.schema.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { InstallationBackupsPage } from './InstallationBackupsPage.tsx'
import { installationBackupQueries } from './installation-backups.queries.ts'

const NOW = new Date().toISOString()

const overview: InstallationBackups = {
  is_available: true,
  place: '/mnt/backups',
  is_encrypted: true,
  is_on_same_disk: false,
  backups: [
    {
      id: 'a',
      kind: 'full',
      completed_at: NOW,
      size_bytes: 3_000_000,
      checked_at: NOW,
      verified_at: NOW,
      restore_seconds: 1.234,
      problem: null,
    },
  ],
  log_until: NOW,
  files: { count: 1200, copied_at: NOW },
  key: { file: '/data/keys/secrets.key', confirmed_at: NOW },
}

async function show(data: InstallationBackups) {
  vi.stubGlobal('fetch', async () => Response.json(data))
  const { baseElement } = await renderPage(<InstallationBackupsPage />, (client) => {
    client.setQueryData(installationBackupQueries.overview().queryKey, data)
  })
  return baseElement.textContent
}

test('the page says where backups are, that the last one was restored, and how to restore all of it', async () => {
  const text = await show(overview)
  expect(text).toContain('restored and checked in 1.2 s')
  expect(text).toContain('1,200 copied')
  expect(text).toContain('Received until')
  expect(text).toContain('With the key file')
  expect(text).toContain('npm run restore -- /mnt/backups secrets.key')
  expect(text).toContain('Your copy is confirmed')
  expect(text).not.toContain('same disk')
})

test('the page warns of a disk that takes the backups along, and of a key file that nobody has a copy of', async () => {
  const text = await show({
    ...overview,
    is_on_same_disk: true,
    key: { ...overview.key, confirmed_at: null },
  })
  expect(text).toContain('On the same disk as the data')
  expect(text).toContain('No copy is confirmed')
  expect(text).toContain('Without a copy of /data/keys/secrets.key')
})

test('a backup that cannot be restored, and a metadata database of one’s own, are told', async () => {
  const [backup] = overview.backups
  await show({
    ...overview,
    backups: [{ ...backup!, restore_seconds: null, problem: 'the list is damaged' }],
  })
  expect(screen.getByText('the list is damaged')).toBeTruthy()
  expect(await show({ ...overview, is_available: false, backups: [] })).toContain(
    'Back up your own PostgreSQL',
  )
})
