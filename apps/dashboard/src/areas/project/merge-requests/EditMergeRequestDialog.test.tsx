import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { aMergeRequest } from './a-merge-request.fixture.ts'
import { EditMergeRequestDialog } from './EditMergeRequestDialog.tsx'

const ref = 'f'.repeat(20)
const request = aMergeRequest({ title: 'Prices', description: 'For the sale' })
const fetchMock = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
afterEach(() => vi.unstubAllGlobals())

async function show(answer: () => Response) {
  fetchMock.mockReset().mockImplementation(async () => answer())
  vi.stubGlobal('fetch', fetchMock)
  const close = vi.fn()
  await renderPage(<EditMergeRequestDialog projectRef={ref} request={request} open onOpenChange={close} />)
  const sent = () => fetchMock.mock.calls.map(([, { method, body }]) => [method, JSON.parse(String(body))])
  return { close, sent, user: userEvent.setup() }
}

const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Title/ })

test('title and description are what they were until they are edited, and are saved', async () => {
  const { close, sent, user } = await show(() => Response.json({ ...request, title: 'New prices' }))
  expect(title().value).toBe('Prices')
  await user.clear(title())
  await user.type(title(), 'New prices')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(close).toHaveBeenCalledWith(false))
  expect(sent()).toEqual([['PATCH', { title: 'New prices', description: 'For the sale' }]])
})

test('nothing is sent without a title, and what the server refuses is said in the dialog', async () => {
  const { close, sent, user } = await show(() =>
    Response.json(
      { code: 'conflict', message: 'The merge request is merged', requestId: 'r' },
      { status: 409 },
    ),
  )
  await user.clear(title())
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(title().getAttribute('aria-invalid')).toBe('true'))
  expect(sent()).toEqual([])
  await user.type(title(), 'Late')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The merge request is merged')).toBeTruthy()
  expect(close).not.toHaveBeenCalled()
})
