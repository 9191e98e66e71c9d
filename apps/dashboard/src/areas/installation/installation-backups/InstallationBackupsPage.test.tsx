import type { InstallationBackups } from '@basalt/contract/installation-backups/installation-backups.schema.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { UiProvider } from '../../../ui/UiProvider.tsx'
import { InstallationBackupsPage } from './InstallationBackupsPage.tsx'
import { installationBackupQueries } from './installation-backups.queries.ts'

// The link to the guide needs a router.
vi.mock('@tanstack/react-router', () => ({ Link: () => <a href="/docs/backups">Guide</a> }))

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
      verified_at: NOW,
      restore_seconds: 1.234,
      problem: null,
    },
  ],
  files: { count: 1200, copied_at: NOW },
  key: { file: '/data/keys/secrets.key', confirmed_at: NOW },
}

function show(data: InstallationBackups) {
  const client = new QueryClient({
    defaultOptions: { queries: { enabled: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  client.setQueryData(installationBackupQueries.overview().queryKey, data)
  render(
    <QueryClientProvider client={client}>
      <UiProvider>
        <InstallationBackupsPage />
      </UiProvider>
    </QueryClientProvider>,
  )
  return document.body.textContent
}

test('the page says where backups are, that the last one was restored, and how to restore all of it', () => {
  const text = show(overview)
  expect(text).toContain('restored and checked in 1.2 s')
  expect(text).toContain('1,200 copied')
  expect(text).toContain('With the key file')
  expect(text).toContain('npm run restore -- /mnt/backups secrets.key')
  expect(text).toContain('Your copy is confirmed')
  expect(text).not.toContain('same disk')
})

test('the page warns of a disk that takes the backups along, and of a key file that nobody has a copy of', () => {
  const text = show({ ...overview, is_on_same_disk: true, key: { ...overview.key, confirmed_at: null } })
  expect(text).toContain('On the same disk as the data')
  expect(text).toContain('No copy is confirmed')
  expect(text).toContain('Without a copy of /data/keys/secrets.key')
})

test('a backup that cannot be restored, and a metadata database of one’s own, are told', () => {
  const [backup] = overview.backups
  show({ ...overview, backups: [{ ...backup!, restore_seconds: null, problem: 'the list is damaged' }] })
  expect(screen.getByText('the list is damaged')).toBeTruthy()
  expect(show({ ...overview, is_available: false, backups: [] })).toContain('Back up your own PostgreSQL')
})
