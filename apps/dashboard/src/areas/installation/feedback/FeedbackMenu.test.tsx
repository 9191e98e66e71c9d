import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { FeedbackDialog } from './FeedbackDialog.tsx'
import { FeedbackMenu } from './FeedbackMenu.tsx'

const open = async () => {
  await renderPage(<FeedbackMenu projectRef="abc" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Feedback' }))
}

test('an issue links to the support page of the project', async () => {
  await open()
  const issue = await screen.findByRole('link', { name: 'Issue' })
  expect(issue.getAttribute('href')).toBe('/support/new?projectRef=abc')
})

test('in narrow windows a dialog offers the same, and is reset after an idea is sent', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ done: true }))
  function Page() {
    const [isOpen, setOpen] = useState(true)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Share
        </button>
        <FeedbackDialog open={isOpen} onOpenChange={setOpen} projectRef="abc" />
      </>
    )
  }
  await renderPage(<Page />)
  await userEvent.click(await screen.findByRole('button', { name: 'Idea' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your idea' }), 'Sort the team')
  await userEvent.click(screen.getByRole('button', { name: 'Share idea' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  expect((await screen.findByRole('link', { name: 'Issue' })).getAttribute('href')).toBe(
    '/support/new?projectRef=abc',
  )
})

test('an idea is sent with the path of the page, and is kept when sending fails', async () => {
  const refusal = { code: 'rate_limited', message: 'Try again later.', requestId: 'r1' }
  const answers = [Response.json(refusal, { status: 429 }), Response.json({ done: true })]
  const fetched = vi.fn(async (_url: string, _init?: RequestInit) => answers.shift()!)
  vi.stubGlobal('fetch', fetched)
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Idea' }))
  const field = await screen.findByRole('textbox', { name: 'Your idea' })
  await userEvent.type(field, 'Sort the team')
  await userEvent.click(screen.getByRole('button', { name: 'Share idea' }))
  expect(await screen.findByText('Try again later.')).toBeTruthy()
  expect((field as HTMLTextAreaElement).value).toBe('Sort the team')
  await userEvent.click(screen.getByRole('button', { name: 'Share idea' }))
  expect(await screen.findByText('Idea sent to the owner of this installation')).toBeTruthy()
  expect(JSON.parse(String(fetched.mock.calls[1]?.[1]?.body))).toEqual({
    message: 'Sort the team',
    page: '/',
  })
})
