import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { HelpButton } from './HelpButton.tsx'

test('help links to support for the open project, and closes', async () => {
  const { history } = await renderPage(
    <HelpButton edition="platform" projectRef="abc" onAskAssistant={() => undefined} />,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Help' }))
  expect(await screen.findByRole('dialog', { name: 'Need help with your project?' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Contact support' }))
  await waitFor(() => expect(history.location.href).toBe('/support/new?projectRef=abc'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
