import type { ParentUpdate } from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { aBranch } from '../branches/a-branch.fixture.ts'
import { UpdateFromParentDialog } from './UpdateFromParentDialog.tsx'

const statement = {
  sql: 'ALTER TABLE a ADD b int',
  is_destructive: false,
  rewrites: false,
  lock: 'none',
} as const
const fetchMock = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
afterEach(() => vi.unstubAllGlobals())

async function show(update: Partial<ParentUpdate>) {
  fetchMock
    .mockReset()
    .mockImplementation(async (_url, { method }) =>
      method === 'POST'
        ? Response.json({ workflow_run_id: aBranch().id, message: 'ok' }, { status: 201 })
        : Response.json({ source_name: 'main', statements: [], conflicts: [], ...update }),
    )
  vi.stubGlobal('fetch', fetchMock)
  const close = vi.fn()
  await renderPage(<UpdateFromParentDialog branch={aBranch()} open onOpenChange={close} />)
  const posts = () => fetchMock.mock.calls.filter(([, { method }]) => method === 'POST').map(([url]) => url)
  return { close, posts, user: userEvent.setup() }
}

test('an update shows its SQL, and runs when it is confirmed', async () => {
  const { close, posts, user } = await show({ statements: [statement] })
  expect(await screen.findByText(/ALTER TABLE a ADD b int;/)).toBeTruthy()
  expect(screen.getByText('Update feature from main')).toBeTruthy()
  expect(posts()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Update branch' }))
  await waitFor(() => expect(close).toHaveBeenCalledWith(false))
  expect(posts()).toEqual([`/v1/branches/${aBranch().id}/push`])
})

test.each([
  [
    { conflicts: ['column public.a.b'], statements: [statement] },
    /Both sides changed .* column public\.a\.b/,
  ],
  [{}, /every change of the schema already/],
])('an update that cannot or need not run says so and runs nothing: %j', async (update, words) => {
  const { close, posts, user } = await show(update)
  expect(await screen.findByText(words)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(close).toHaveBeenCalledWith(false))
  expect(posts()).toEqual([])
})
