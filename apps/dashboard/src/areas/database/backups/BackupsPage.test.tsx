import type { BackupOverview, TimelineChange } from '@basalt/contract/backups/backups.schema.ts'
import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { permissionsOf } from '../../organization/permissions/permissions.fixture.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { aBackup, aBackupOverview, withLog } from './a-backup-overview.fixture.ts'
import { BackupsPage } from './BackupsPage.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

const project = aProject({ status: 'ACTIVE_HEALTHY' })

const DROP: TimelineChange = {
  id: '7',
  kind: 'schema',
  origin: 'sql_editor',
  sql: 'drop table books;',
  made_by: 'ann@example.com',
  made_at: '2026-01-01T09:00:00.123Z',
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** The page as the server answers: `overview` undefined for one that fails. */
async function show(
  overview: BackupOverview | undefined,
  {
    tab = 'scheduled' as 'scheduled' | 'pitr',
    as = 'owner' as Role | null,
    changes = [DROP],
    before = undefined as string | undefined,
  } = {},
) {
  /** The calls that change something. */
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const path = url instanceof Request ? url.url : String(url)
    const method = init?.method ?? 'GET'
    if (method !== 'GET') {
      sent.push(`${method} ${path.replace(/.*\/backups/, '')}`)
      return json({ done: true })
    }
    if (path.endsWith('/timeline')) return json({ changes })
    if (path.includes('/metrics'))
      return json({
        from: '2026-01-01T02:00:00.000Z',
        to: '2026-01-01T12:00:00.000Z',
        step_ms: 3_600_000,
        series: [{ metric: 'wal_bytes', values: [null, 2 ** 20, 0] }],
      })
    return overview ? json(overview) : json({ code: 'internal', message: 'It broke', requestId: 'r-1' }, 500)
  })
  const view = await renderPage(<BackupsPage project={project} tab={tab} before={before} />, (client) => {
    client.setQueryData(permissionQueries.mine().queryKey, as ? permissionsOf(as) : [])
  })
  return { ...view, user: userEvent.setup(), sent }
}

test('the header says up to when everything is safe', async () => {
  await show(aBackupOverview({ pitr: withLog() }))
  expect((await screen.findByText(/^Safe up to/)).textContent).toMatch(/^Safe up to 1 Jan 2026$/)
})

test('a log that does not arrive is told in the header and on the tab, with what happened and since when', async () => {
  const failure = { message: 'The disk of the archive is full.', since: '2026-01-01T12:00:01.000Z' }
  await show(aBackupOverview({ pitr: withLog({ failure }) }), { tab: 'pitr' })
  expect(await screen.findByText('The latest changes are not backed up')).toBeTruthy()
  expect(screen.getByText(/^The disk of the archive is full\. This began/)).toBeTruthy()
  expect(screen.getByText(/^Safe only up to/)).toBeTruthy()
})

test('a damaged backup says what is wrong with it, and a failed one why', async () => {
  await show(
    aBackupOverview({
      backups: [
        aBackup({
          id: 'b',
          name: 'Broken',
          verification: { tables: 1, rows: 0, problems: ['public.t, page 3: broken'] },
        }),
        aBackup({ id: 'c', name: 'Ended', status: 'FAILED', error: 'The disk is full', verification: null }),
      ],
    }),
  )
  const broken = within(await screen.findByRole('listitem', { name: 'Backup Broken' }))
  expect(broken.getByText('Damaged')).toBeTruthy()
  expect(broken.getByText('public.t, page 3: broken')).toBeTruthy()
  const ended = within(screen.getByRole('listitem', { name: 'Backup Ended' }))
  expect(ended.getByText('Failed')).toBeTruthy()
  expect(ended.getByText('The disk is full')).toBeTruthy()
  expect(ended.getByRole('button', { name: 'Restore' }).getAttribute('aria-disabled')).toBe('true')
})

test('backups that cannot be loaded are an error with its request, and can be loaded again', async () => {
  await show(undefined)
  expect(await screen.findByText('Failed to load the backups')).toBeTruthy()
  expect(screen.getByText('It broke')).toBeTruthy()
  expect(screen.getByRole('button', { name: /Try again|Retry/ })).toBeTruthy()
})

test('somebody who may not see backups is told so', async () => {
  await show(aBackupOverview(), { as: null })
  expect(await screen.findByText('You don’t have access to the backups')).toBeTruthy()
})

const restore = {
  id: 'r',
  recovery_time_target: null,
  backup_id: 'a',
  started_at: '2026-01-01T13:00:00.000Z',
  seconds: null,
  error: null,
  progress: null,
  is_new_project: false,
}

test('a failed restore says why until it is dismissed, also in another tab of the page', async () => {
  const failed = aBackupOverview({ restore: { ...restore, status: 'FAILED', error: 'No room on the disk' } })
  const { user, unmount } = await show(failed)
  expect(await screen.findByText('No room on the disk')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('No room on the disk')).toBeNull()
  unmount()
  await show(failed, { tab: 'pitr' })
  await screen.findByRole('switch', { name: 'Point-in-time recovery' })
  expect(screen.queryByText('No room on the disk')).toBeNull()
})

test('a restore says how long it is expected to take, before it begins and while it is prepared', async () => {
  const { user, unmount } = await show(aBackupOverview())
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  expect((await screen.findByRole('alertdialog')).textContent).toContain('This takes about 2 seconds.')
  unmount()
  const progress = { copied_bytes: 2 ** 20, total_bytes: 2 ** 22 }
  await show(aBackupOverview({ restore: { ...restore, status: 'PREPARING', progress } }))
  expect((await screen.findByText(/^Begun/)).textContent).toContain('This takes about 2 seconds.')
  expect(screen.getByRole('progressbar', { name: 'Unpacking' }).getAttribute('aria-valuetext')).toBe(
    '1 MB of 4 MB',
  )
})

test('a backup that is being made says how much of the database it has read', async () => {
  const running = aBackup({ name: 'Now', status: 'RUNNING', read_bytes: 3 * 2 ** 20, verification: null })
  await show(aBackupOverview({ backups: [running] }))
  const item = within(await screen.findByRole('listitem', { name: 'Backup Now' }))
  expect(item.getByText(/3 MB read so far$/)).toBeTruthy()
})

test('a backup that is being made is cancelled, and so is a check, which can follow later', async () => {
  const check = { step: 'unpacking', copied_bytes: 2 ** 20, total_bytes: 2 ** 22 } as const
  const unchecked = { checked_at: null, verified_at: null, restore_seconds: null, verification: null }
  const { user, sent } = await show(
    aBackupOverview({
      backups: [
        aBackup({ id: 'a', name: 'Now', status: 'RUNNING', ...unchecked }),
        aBackup({ id: 'b', name: 'Whole', check, ...unchecked }),
        aBackup({ id: 'c', name: 'Skipped', verified_at: null, restore_seconds: null, verification: null }),
      ],
    }),
  )
  const item = (name: string) => within(screen.getByRole('listitem', { name: `Backup ${name}` }))
  await screen.findByRole('listitem', { name: 'Backup Now' })
  await user.click(item('Now').getByRole('button', { name: 'Cancel' }))
  expect(item('Now').queryByRole('button', { name: 'Restore' })).toBeNull()
  expect(item('Whole').getByText('Restoring it: 1 MB of 4 MB')).toBeTruthy()
  await user.click(item('Whole').getByRole('button', { name: 'More for Backup Whole' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel check' }))
  expect(item('Skipped').getByText('Not checked')).toBeTruthy()
  await user.click(item('Skipped').getByRole('button', { name: 'More for Backup Skipped' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Check again' }))
  await vi.waitFor(() => expect(sent).toEqual(['POST /a/cancel', 'DELETE /b/check', 'POST /c/check']))
})

test('a restore is cancelled while it is prepared, and not once it replaces the database', async () => {
  const { user, sent, unmount } = await show(
    aBackupOverview({ restore: { ...restore, status: 'PREPARING' } }),
  )
  await user.click(await screen.findByRole('button', { name: 'Cancel restore' }))
  await vi.waitFor(() => expect(sent).toEqual(['POST /restore/cancel']))
  unmount()
  const { unmount: leave } = await show(aBackupOverview({ restore: { ...restore, status: 'CANCELLING' } }))
  expect(await screen.findByText('Cancelling the restore. The project stays as it is.')).toBeTruthy()
  leave()
  await show(aBackupOverview({ restore: { ...restore, status: 'PLACING' } }))
  expect(await screen.findByText('Replacing the database')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel restore' })).toBeNull()
})

test('recovery can be switched off while a restore waits for a decision', async () => {
  await show(aBackupOverview({ pitr: withLog(), restore: { ...restore, status: 'RESTORED', seconds: 3 } }), {
    tab: 'pitr',
  })
  const recovery = await screen.findByRole('switch', { name: 'Point-in-time recovery' })
  expect(recovery.getAttribute('aria-disabled')).not.toBe('true')
  expect(screen.getByText(/^Receives every change as it is written/)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Restore' })[0]!.getAttribute('aria-disabled')).toBe('true')
})

test('the moment just before a change is chosen in the list, on the timeline, or by a link', async () => {
  const overview = aBackupOverview({ pitr: withLog() })
  const { user, unmount } = await show(overview, { tab: 'pitr' })
  expect(
    await screen.findByText(
      /^Log written by all clients, at most 60 MB a minute on average over 60 minutes$/,
    ),
  ).toBeTruthy()
  await user.click(await screen.findByRole('radio', { name: 'drop table books;' }))
  expect(screen.getByText('Just before “drop table books”, by ann@example.com.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(
    await screen.findByRole('alertdialog', { name: 'Restore the state just before “drop table books”' }),
  ).toBeTruthy()
  unmount()

  const marked = await show(overview, { tab: 'pitr' })
  await marked.user.click(await screen.findByTitle(/^Schema change, .*: drop table books;$/))
  expect(screen.getByText('Just before “drop table books”, by ann@example.com.')).toBeTruthy()
  marked.unmount()

  await show(overview, { tab: 'pitr', before: DROP.made_at })
  expect(await screen.findByText('Just before “drop table books”, by ann@example.com.')).toBeTruthy()
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Moment on the timeline' }), { key: 'End' })
  expect(screen.queryByText('Just before “drop table books”, by ann@example.com.')).toBeNull()
})

test('changes are found by their SQL or author', async () => {
  const overview = aBackupOverview({ pitr: withLog() })
  const { user } = await show(overview, {
    tab: 'pitr',
    changes: [DROP, { ...DROP, id: '6', sql: 'truncate authors;', made_by: 'bob@example.com' }],
  })
  await user.type(await screen.findByRole('searchbox', { name: 'Find a change' }), 'bob')
  expect(screen.queryByRole('radio', { name: 'drop table books;' })).toBeNull()
  expect(screen.getByRole('radio', { name: 'truncate authors;' })).toBeTruthy()
  await user.type(screen.getByRole('searchbox', { name: 'Find a change' }), 'xxx')
  expect(screen.getByText('No matching changes')).toBeTruthy()
})

test('a link to a moment that the log does not reach says so', async () => {
  await show(aBackupOverview(), { tab: 'pitr', before: DROP.made_at })
  expect(await screen.findByText(/^The state of 1 Jan 2026, .* cannot be restored$/)).toBeTruthy()
})
