import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { aBackupOverview } from './a-backup-overview.fixture.ts'
import { RestoringProject } from './RestoringProject.port.tsx'

afterEach(() => vi.unstubAllGlobals())

const REF = 'abcdefghijklmnopqrst'

const overview = aBackupOverview({
  backups: [],
  restore: {
    id: 'r',
    status: 'PREPARING',
    recovery_time_target: null,
    backup_id: 'a',
    started_at: '2026-01-01T13:00:00.000Z',
    seconds: null,
    error: null,
    is_new_project: true,
    progress: { copied_bytes: 2 ** 20, total_bytes: 2 ** 22 },
  },
})

test('a project that is made from a backup says how far it is, and can be cancelled', async () => {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json(overview)
    bodies.push(JSON.parse(String(init.body)))
    return Response.json({ done: true })
  })
  await renderPage(<RestoringProject projectRef={REF} />)
  const bar = await screen.findByRole('progressbar', { name: 'Restoring the backup' })
  expect(bar.getAttribute('aria-valuetext')).toBe('1 MB of 4 MB')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel restore' }))
  expect(bodies).toEqual([{ id: 'r' }])
})

test('any other new project has nothing to cancel', async () => {
  const fetched = vi.fn(async () => Response.json(aBackupOverview()))
  vi.stubGlobal('fetch', fetched)
  await renderPage(<RestoringProject projectRef={REF} />)
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
  expect(screen.queryByRole('button', { name: 'Cancel restore' })).toBeNull()
})
