import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { aMergeRequest, mergeChanges } from './a-merge-request.fixture.ts'
import { HistoryCard } from './HistoryCard.tsx'

const ref = 'f'.repeat(20)
const fetchMock = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  fetchMock.mockReset().mockImplementation(() => new Promise(() => undefined))
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => vi.unstubAllGlobals())

const show = (over: Partial<Parameters<typeof HistoryCard>[0]> = {}) =>
  renderPage(
    <HistoryCard
      projectRef={ref}
      request={aMergeRequest({ revision: 3 })}
      changes={mergeChanges({ content: 'seen' })}
      refusal={undefined}
      approvalRefusal={undefined}
      {...over}
    />,
  )
const sent = () =>
  fetchMock.mock.calls
    .filter(([, { method }]) => method === 'POST')
    .map(([, { body }]) => JSON.parse(String(body)))
const button = (name: string) => screen.getByRole('button', { name })

test('an approval is of the revision and the content that are shown', async () => {
  await show()
  await userEvent.click(button('Approve'))
  await waitFor(() => expect(sent()).toEqual([{ kind: 'approved', revision: 3, content: 'seen', text: '' }]))
})

test('nothing can be approved before it is shown, nor by those who may not', async () => {
  const { unmount } = await show({ changes: undefined })
  expect(button('Approve').getAttribute('aria-disabled')).toBe('true')
  unmount()
  await show({ approvalRefusal: 'Only owners and administrators may' })
  await userEvent.click(button('Approve'))
  expect(sent()).toEqual([])
})

test.each([
  ['open', 'Close without merging', 'closed'],
  ['closed', 'Reopen', 'reopened'],
] as const)('a request that is %s offers "%s"', async (status, name, kind) => {
  await show({ request: aMergeRequest({ status }) })
  await userEvent.click(button(name))
  await waitFor(() => expect(sent()).toEqual([{ kind, text: '' }]))
})
