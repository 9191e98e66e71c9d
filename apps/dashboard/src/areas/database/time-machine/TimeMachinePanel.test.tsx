import type { PastMoment } from '@basalt/contract/time-machine/time-machine.schema.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { TimeMachinePanel } from './TimeMachinePanel.tsx'

afterEach(() => vi.unstubAllGlobals())

const REF = 'abcdefghijklmnopqrst'
const PAST = 'bbbbbbbbbbbbbbbbbbbb'

const moment: PastMoment = {
  ref: PAST,
  name: 'past',
  moment: '2026-01-01T12:00:00.000Z',
  status: 'ACTIVE_HEALTHY',
  failure: null,
  opened_at: '2026-01-02T12:00:00.000Z',
}

/** The panel as the server answers; undefined for a list that fails. */
async function show(moments: PastMoment[] | undefined, refusal?: string) {
  const closed: string[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method === 'DELETE') {
      closed.push(url.split('/').at(-1)!)
      return Response.json({ done: true })
    }
    if (url.endsWith('/tables'))
      return Response.json([{ schema: 'public', name: 'kept', state: 'dropped', estimated_rows: 7 }])
    return moments
      ? Response.json(moments)
      : Response.json({ code: 'internal', message: 'It broke', requestId: 'r-1' }, { status: 500 })
  })
  await renderPage(<TimeMachinePanel projectRef={REF} refusal={refusal} />)
  return { user: userEvent.setup(), closed }
}

test('a moment that could not be opened says why, and can be closed', async () => {
  const { user, closed } = await show([{ ...moment, status: 'INIT_FAILED', failure: 'The disk is full.' }])
  expect(await screen.findByText('This moment could not be opened')).toBeTruthy()
  expect(screen.getByText('The disk is full. Close it, and open another one.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Browse' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Close this moment' }))
  await user.click(question.getByRole('button', { name: 'Close moment' }))
  await vi.waitFor(() => expect(closed).toEqual([PAST]))
})

test('an open moment has its tables, and one that is being opened or closed has none', async () => {
  await show([moment])
  expect(await screen.findByRole('listitem', { name: 'Table public.kept' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse' }).getAttribute('href')).toContain(PAST)
})

test.each([
  ['COMING_UP', 'Opening'],
  ['GOING_DOWN', 'Closing'],
] as const)('a moment that is %s says %s', async (status, label) => {
  await show([{ ...moment, status }])
  expect(await screen.findByText(label)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Browse' })).toBeNull()
})

test('moments that cannot be loaded are an error with its request, and are loaded again', async () => {
  const { user } = await show(undefined)
  expect(await screen.findByText('Failed to load the open moments')).toBeTruthy()
  expect(screen.getByText('It broke')).toBeTruthy()
  vi.stubGlobal('fetch', async () => Response.json([]))
  await user.click(screen.getByRole('button', { name: /Try again|Retry/ }))
  expect(await screen.findByText('No past moment is open')).toBeTruthy()
})

test('somebody who may not restore sees what is open, and neither its tables nor a way to close it', async () => {
  await show([moment], 'Your role cannot restore this project')
  const close = await screen.findByRole('button', { name: 'Close' })
  expect(close.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('listitem', { name: 'Table public.kept' })).toBeNull()
})
