import { NOTIFICATION_CHANGES_MAX } from '@basalt/contract/notifications/notifications.rules.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { aNotification } from './a-notification.fixture.ts'
import { useViewed } from './use-viewed.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [0, []],
  [1, [1]],
  [NOTIFICATION_CHANGES_MAX, [NOTIFICATION_CHANGES_MAX]],
  [NOTIFICATION_CHANGES_MAX + 1, [NOTIFICATION_CHANGES_MAX, 1]],
])('%i viewed notifications are sent in calls of %j, on close and on pagehide', async (count, calls) => {
  const sent: number[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)).length)
    return Response.json({ done: true })
  })
  function Panel() {
    const viewed = useViewed()
    const look = () => {
      for (let n = 0; n < count; n++) viewed.add({ ...aNotification(), id: String(n), status: 'new' })
    }
    return (
      <>
        <button type="button" onClick={look}>
          Look
        </button>
        <button type="button" onClick={viewed.flush}>
          Close
        </button>
      </>
    )
  }
  await renderPage(<Panel />)
  await userEvent.click(await screen.findByRole('button', { name: 'Look' }))
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(sent).toEqual(calls))
  await userEvent.click(screen.getByRole('button', { name: 'Look' }))
  dispatchEvent(new Event('pagehide'))
  expect(sent).toEqual([...calls, ...calls])
})
