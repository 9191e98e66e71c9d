import type { MfaStatus } from '@basalt/contract/mfa/mfa.schema.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { MfaCard } from './MfaCard.tsx'
import { mfaQueries } from './mfa.queries.ts'

async function show(status: MfaStatus) {
  await renderPage(<MfaCard />, (client) => client.setQueryData(mfaQueries.status().queryKey, status))
  return userEvent.setup()
}

test('while it is off a button sets it up', async () => {
  await show({ enrolled_at: null, recovery_codes_left: 0 })
  expect(screen.getByText(/It is off/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Set up' })).toBeTruthy()
})

test('while it is on, the date and the number of recovery codes left are displayed', async () => {
  await show({ enrolled_at: '2026-03-01T12:00:00.000Z', recovery_codes_left: 7 })
  expect(screen.getByText(/since 1 Mar 2026/)).toBeTruthy()
  expect(screen.getByText('7 of 10 left')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Set up' })).toBeNull()
})

test.each([
  ['Turn off', 'Turn off multi-factor authentication', 'Turn off'],
  ['New recovery codes', 'New recovery codes', 'Create new codes'],
])('%s asks for a code before the server is called', async (button, title, submit) => {
  const user = await show({ enrolled_at: '2026-03-01T12:00:00.000Z', recovery_codes_left: 7 })
  await user.click(screen.getByRole('button', { name: button }))
  await screen.findByRole('dialog', { name: title })
  await user.type(screen.getByLabelText('Code'), '12345')
  await user.click(screen.getAllByRole('button', { name: submit }).at(-1)!)
  expect(await screen.findByText('Enter the 6 digits that your app shows, or a recovery code')).toBeTruthy()
})
