import type { InstanceLogEntry } from '@basalt/contract/instances/instances.schema.ts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { InstanceLogPanel } from './InstanceLogPanel.tsx'
import { logEntry } from './instance.fixture.ts'
import { instanceQueries } from './instances.queries.ts'

const fetchMock = vi.fn((_url: string): Promise<Response> => new Promise(() => undefined))
const show = (entries?: InstanceLogEntry[]) =>
  renderPage(<InstanceLogPanel projectRef="shop" />, (client) => {
    if (entries) client.setQueryData(instanceQueries.recentLogs('shop').queryKey, entries)
  })

beforeEach(() => {
  fetchMock.mockClear()
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => vi.unstubAllGlobals())

test('an entry has time, severity and message, with detail and hint', async () => {
  await show([logEntry({ severity: 'ERROR', message: 'relation "x" does not exist', hint: 'Look again' })])
  const [row] = within(await screen.findByRole('list', { name: 'Log entries' })).getAllByRole('listitem')
  expect(row?.querySelector('time')?.dateTime).toBe('2026-01-02T03:04:05.678Z')
  expect(row?.textContent).toContain('ERROR')
  expect(row?.textContent).toContain('relation "x" does not existHint: Look again')
})

test('mounting the panel fetches the last 20 entries', async () => {
  await show([logEntry()])
  await screen.findByRole('list', { name: 'Log entries' })
  expect(fetchMock.mock.calls.map(([url]) => url)).toEqual(['/platform/projects/shop/instance/logs?limit=20'])
})

test('a skeleton is displayed while the log loads', async () => {
  await show()
  expect(await screen.findByRole('status', { name: 'Loading log entries' })).toBeTruthy()
})

test('an empty log has a message', async () => {
  await show([])
  expect(await screen.findByText('No log entries yet')).toBeTruthy()
})

test('a log that failed to load can be retried', async () => {
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(fetchMock).toHaveBeenCalledTimes(2)
})
