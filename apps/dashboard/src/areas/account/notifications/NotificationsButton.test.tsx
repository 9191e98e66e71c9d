import { updateNotifications } from '@basalt/contract/notifications/notifications.endpoints.ts'
import type { Notification } from '@basalt/contract/notifications/notifications.schema.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { aNotification } from './a-notification.fixture.ts'
import { NO_FILTER, toggled } from './filter.rules.ts'
import { NotificationsButton } from './NotificationsButton.tsx'
import { cacheSummary, notificationQueries } from './notifications.queries.ts'

const unread = toggled(NO_FILTER, 'status', 'new')
const fetchMock = vi.fn(
  (_url: string, init: RequestInit): Promise<Response> =>
    init.method === 'PATCH'
      ? Promise.resolve(Response.json({ count: 1 }))
      : new Promise<Response>(() => undefined),
)
const changes = () =>
  fetchMock.mock.calls
    .filter(([, { method }]) => method === 'PATCH')
    .map(([url, { body, keepalive }]) => ({ url, body: body && JSON.parse(String(body)), keepalive }))

/** An observer that reports everything as visible, because jsdom has no layout. */
class AlwaysVisibleObserver {
  readonly #notice: (entries: { isIntersecting: boolean }[]) => void
  constructor(notice: (entries: { isIntersecting: boolean }[]) => void) {
    this.#notice = notice
  }
  observe() {
    this.#notice([{ isIntersecting: true }])
  }
  disconnect() {}
}

beforeEach(() => {
  fetchMock.mockClear()
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal('IntersectionObserver', AlwaysVisibleObserver)
})
afterEach(() => vi.unstubAllGlobals())

async function show(inbox: Notification[], archived: Notification[] = []) {
  const page = await renderPage(<NotificationsButton />, (client) => {
    const fresh = inbox.filter(({ status }) => status === 'new')
    client.setQueryData(notificationQueries.summary().queryKey, {
      unread_count: fresh.length,
      has_warning: fresh.some(({ priority }) => priority === 'Warning'),
      has_critical: fresh.some(({ priority }) => priority === 'Critical'),
    })
    const rows = { pageParams: [0] }
    client.setQueryData(notificationQueries.pages('inbox', NO_FILTER).queryKey, { ...rows, pages: [inbox] })
    client.setQueryData(notificationQueries.pages('inbox', unread).queryKey, { ...rows, pages: [fresh] })
    client.setQueryData(notificationQueries.pages('archived', NO_FILTER).queryKey, {
      ...rows,
      pages: [archived],
    })
  })
  const user = userEvent.setup()
  const toggle = () => user.click(screen.getByRole('button', { name: /^Notifications/ }))
  await toggle()
  return { ...page, user, close: toggle }
}

test('the label of the icon has the unread count and the highest priority', async () => {
  await show([aNotification({ priority: 'Critical' }), aNotification(), aNotification({ status: 'seen' })])
  expect(screen.getByRole('button', { name: 'Notifications, 2 unread, critical' })).toBeTruthy()
})

test('viewed notifications are marked as seen in one call when the panel closes, not before', async () => {
  const [one, two] = [aNotification(), aNotification()]
  const { close } = await show([one, aNotification({ status: 'seen' }), two])
  expect(await screen.findAllByText('Backup done')).toHaveLength(3)
  expect(changes()).toEqual([])
  await close()
  const body = [one, two].map(({ id }) => ({ id, status: 'seen' }))
  await waitFor(() =>
    expect(changes()).toEqual([{ url: updateNotifications.path, body, keepalive: undefined }]),
  )
})

test('closing the panel fetches no list, even when the server reports a change', async () => {
  const { close, client } = await show([aNotification()])
  await screen.findByText('Backup done')
  fetchMock.mockClear()
  await close()
  await waitFor(() => expect(changes()).toHaveLength(1))
  cacheSummary(client, { unread_count: 0, has_warning: false, has_critical: false })
  await waitFor(() => expect(screen.queryByText('Backup done')).toBeNull())
  expect(fetchMock.mock.calls.filter(([url]) => url.startsWith('/platform/notifications?'))).toEqual([])
})

test('a page closed while the panel is open still marks what was viewed as seen', async () => {
  const one = aNotification()
  await show([one])
  await screen.findByText('Backup done')
  window.dispatchEvent(new Event('pagehide'))
  expect(changes()).toEqual([
    { url: updateNotifications.path, body: [{ id: one.id, status: 'seen' }], keepalive: true },
  ])
  window.dispatchEvent(new Event('pagehide'))
  expect(changes()).toHaveLength(1)
})

test('an archived notification is not marked as seen', async () => {
  const one = aNotification()
  const { user, close } = await show([one])
  await user.click(await screen.findByRole('button', { name: 'Archive' }))
  await close()
  await waitFor(() => expect(changes()).toHaveLength(1))
  expect(changes()).toMatchObject([{ body: [{ id: one.id, status: 'archived' }] }])
})

test('unarchiving marks a notification as seen', async () => {
  const one = aNotification({ status: 'archived' })
  const { user } = await show([], [one])
  expect(await screen.findByText('All caught up')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Archive all' })).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Archived' }))
  await user.click(await screen.findByRole('button', { name: 'Unarchive' }))
  expect(changes()).toMatchObject([{ body: [{ id: one.id, status: 'seen' }] }])
})

test('an empty archive has a message, and opening it drops the unread filter', async () => {
  const { user } = await show([aNotification({ status: 'seen' })])
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Unread' }))
  expect(await screen.findByText('No notifications based on the 1 filter applied')).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('tab', { name: 'Archived' }))
  expect(await screen.findByText('No archived notifications')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  expect((await screen.findByRole('checkbox', { name: 'Unread' })).getAttribute('aria-disabled')).toBe('true')
})

test('one click archives everything', async () => {
  const { user, close } = await show([aNotification()])
  await user.click(await screen.findByRole('button', { name: 'Archive all' }))
  await waitFor(() =>
    expect(changes().map(({ url }) => url)).toEqual(['/platform/notifications/archive-all']),
  )
  await close()
  expect(changes()).toHaveLength(1)
})

test('a row shows place, title and message, and its buttons link to its project', async () => {
  await show([
    aNotification({
      priority: 'Warning',
      data: {
        title: 'Shop stopped',
        message: 'See **the log**.',
        org_slug: 'acme',
        project_ref: 'abc',
        actions: [
          { label: 'Open project', url: '/project/[ref]' },
          { label: 'Try again', action_type: 'restore_project' },
          { label: 'Danger', url: 'javascript:alert(1)' },
          { label: 'Later', action_type: 'not_known_here' },
        ],
      },
      meta: { occurrences: 3, org_name: 'Acme', project_name: 'Shop' },
    }),
  ])
  const row = within(await screen.findByRole('listitem'))
  expect(row.getByRole('link', { name: 'Acme' }).getAttribute('href')).toBe('/org/acme/general')
  expect(row.getByRole('link', { name: 'Shop' }).getAttribute('href')).toBe('/project/abc')
  const link = row.getByRole('link', { name: /^Open project/ })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/project/abc', '_blank'])
  expect(row.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(row.queryByText('Danger')).toBeNull()
  expect(row.queryByText('Later')).toBeNull()
  expect(row.getByText('the log').tagName).toBe('STRONG')
  expect(row.getByText('Warning')).toBeTruthy()
  expect(row.getByText('· 3 times')).toBeTruthy()
  expect(row.getByText('Jan 02, 2026')).toBeTruthy()
})

test('a request for a review leads to the page, and nothing is approved from a notification', async () => {
  await show([
    aNotification({
      data: {
        title: 'Your review is requested',
        message: '',
        project_ref: 'abc',
        actions: [
          { label: 'Review', url: '/project/abc/merge' },
          // Earlier versions sent this one.
          { label: 'Approve', action_type: 'approve_merge_request' },
        ],
      },
    }),
  ])
  const link = await screen.findByRole('link', { name: /^Review/ })
  expect(link.getAttribute('href')).toBe('/project/abc/merge')
  expect(screen.queryByText('Approve')).toBeNull()
})

test('a list that failed to load can be retried', async () => {
  const { user } = await show([aNotification()])
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  // Not earlier, because opening the filters fetches organizations and projects.
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await user.click(await screen.findByRole('checkbox', { name: 'Warning' }))
  expect(await screen.findByText('Failed to retrieve notifications')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
