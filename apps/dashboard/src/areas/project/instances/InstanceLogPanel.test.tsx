import type { InstanceLogEntry } from '@basalt/contract/instances/instances.schema.ts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { InstanceLogPanel } from './InstanceLogPanel.tsx'
import { logEntry } from './instance.fixture.ts'
import { instanceQueries } from './instances.queries.ts'

const ask = vi.fn((_url: string): Promise<Response> => new Promise(() => undefined))
const show = (entries?: InstanceLogEntry[]) =>
  renderPage(<InstanceLogPanel projectRef="shop" />, (client) => {
    if (entries) client.setQueryData(instanceQueries.recentLogs('shop').queryKey, entries)
  })

beforeEach(() => {
  ask.mockClear()
  vi.stubGlobal('fetch', ask)
})
afterEach(() => vi.unstubAllGlobals())

test('an entry says when, how bad and what, with its detail and hint', async () => {
  await show([logEntry({ severity: 'ERROR', message: 'relation "x" does not exist', hint: 'Look again' })])
  const [row] = within(await screen.findByRole('list', { name: 'Log entries' })).getAllByRole('listitem')
  expect(row?.querySelector('time')?.dateTime).toBe('2026-01-02T03:04:05.678Z')
  expect(row?.textContent).toContain('ERROR')
  expect(row?.textContent).toContain('relation "x" does not existHint: Look again')
})

test('coming to the panel reads the log again, and it asks for the last 20', async () => {
  await show([logEntry()])
  await screen.findByRole('list', { name: 'Log entries' })
  expect(ask.mock.calls.map(([url]) => url)).toEqual(['/platform/projects/shop/instance/logs?limit=20'])
})

test('until the log is there its place is kept', async () => {
  await show()
  expect(await screen.findByRole('status', { name: 'Loading log entries' })).toBeTruthy()
})

test('an empty log says what will stand there', async () => {
  await show([])
  expect(await screen.findByText('Nothing in the log yet')).toBeTruthy()
})

test('a log that cannot be had can be asked for again', async () => {
  ask.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(ask).toHaveBeenCalledTimes(2)
})
