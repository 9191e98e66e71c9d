import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { HeldChange } from './held-change.ts'
import { PreviewHeader } from './PreviewHeader.tsx'

const change = (differences: Partial<HeldChange> = {}): HeldChange => ({
  ref: 'ref',
  id: 'id',
  state: 'open',
  until: performance.now() + 60_000,
  ...differences,
})
function show(held: HeldChange | undefined) {
  const onEnd = vi.fn()
  const onAgain = vi.fn()
  render(<PreviewHeader rowCount={2} held={held} onEnd={onEnd} onAgain={onAgain} />)
  return { onEnd, onAgain, user: userEvent.setup() }
}
afterEach(() => vi.unstubAllGlobals())

test('an open change can be committed or rolled back', async () => {
  const { onEnd, user } = show(change())
  expect(screen.getByText('2 rows would change.')).toBeTruthy()
  expect(screen.getByText(/Rolls back in (60|59) s/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Commit' }))
  await user.click(screen.getByRole('button', { name: 'Roll back' }))
  expect(onEnd.mock.calls).toEqual([['commit'], ['rollback']])
})

test.each([
  ['without one', undefined],
  ['undone', change({ state: 'undone' })],
  ['out of time', change({ until: performance.now() - 1 })],
])('%s, nothing has changed and it can be previewed again', async (_case, held) => {
  const { onAgain, user } = show(held)
  expect(screen.getByText(/nothing has changed/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Preview again' }))
  expect(onAgain).toHaveBeenCalledOnce()
})

test('a committed change says so and has no buttons', () => {
  show(change({ state: 'committed' }))
  expect(screen.getByText('2 rows changed and committed.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a page that closes rolls back its open change', () => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response())
  vi.stubGlobal('fetch', fetched)
  show(change())
  fireEvent(window, new Event('pagehide'))
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ body: '{"how":"rollback"}', keepalive: true })
})
