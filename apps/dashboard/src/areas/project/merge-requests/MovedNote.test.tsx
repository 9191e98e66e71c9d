import { MOVED_SINCE_REHEARSAL } from '@basalt/contract/merge-requests/merge-requests.rules.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { aMergeRequest, mergeChanges } from './a-merge-request.fixture.ts'
import { MovedNote } from './MovedNote.tsx'

const ref = 'f'.repeat(20)
const fetchMock = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  fetchMock.mockReset().mockImplementation(() => new Promise(() => undefined))
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => vi.unstubAllGlobals())

const calls = () => fetchMock.mock.calls.filter(([, { method }]) => method === 'POST').map(([url]) => url)
const note = (over: { obstacle?: string; refusal?: string } = {}) => (
  <MovedNote
    projectRef={ref}
    request={aMergeRequest()}
    changes={mergeChanges({ has_moved: true, obstacle: over.obstacle ?? MOVED_SINCE_REHEARSAL })}
    refusal={over.refusal}
  />
)
const rehearse = `/platform/projects/${ref}/merge-requests/${aMergeRequest().id}/rehearse`

test('an open page rehearses again by itself, once', async () => {
  const { rerender } = await renderPage(note())
  await waitFor(() => expect(calls()).toEqual([rehearse]))
  expect(screen.getByText(/It is rehearsed again/)).toBeTruthy()
  rerender(<p>gone</p>)
  expect(calls()).toEqual([rehearse])
})

test('a rehearsal that could not be repeated says why, and is not repeated over and over', async () => {
  fetchMock.mockImplementation(async () =>
    Response.json({ code: 'conflict', message: 'The branch is asleep', requestId: 'r' }, { status: 409 }),
  )
  await renderPage(note())
  expect(await screen.findByText(/could not be repeated: The branch is asleep/)).toBeTruthy()
  expect(calls()).toEqual([rehearse])
})

test.each([
  ['a conflict has to be decided first', { obstacle: 'Decide the conflict first' }],
  ['the member may not', { refusal: 'You need another role' }],
])('nothing is rehearsed while %s', async (_why, over) => {
  await renderPage(note(over))
  expect(screen.getByText(/has to be rehearsed again before it can be merged/)).toBeTruthy()
  expect(calls()).toEqual([])
})
