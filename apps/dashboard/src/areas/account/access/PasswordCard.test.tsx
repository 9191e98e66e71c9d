import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { PasswordCard } from './PasswordCard.tsx'

const type = async (current: string, next: string) => {
  await renderPage(<PasswordCard />)
  if (current) await userEvent.type(await screen.findByLabelText('Current password'), current)
  if (next) await userEvent.type(await screen.findByLabelText('New password'), next)
  await userEvent.click(await screen.findByRole('button', { name: 'Change password' }))
}

test.each([
  ['', 'k7Rw2pXq-MzTd9', 'Enter your current password'],
  ['k7Rw2pXq-MzTd9', 'short', 'The password needs at least 8 characters'],
  ['k7Rw2pXq-MzTd9', 'k7Rw2pXq-MzTd9', 'That is your current password. Choose another one.'],
])('changing %j to %j is refused before the server is called', async (current, next, message) => {
  await type(current, next)
  expect(await screen.findByText(message)).toBeTruthy()
})

test('signing out everywhere else is offered and can be declined', async () => {
  await renderPage(<PasswordCard />)
  const choice = await screen.findByRole('checkbox', { name: 'Sign out everywhere else' })
  expect(choice.getAttribute('aria-checked')).toBe('true')
  await userEvent.click(choice)
  expect(choice.getAttribute('aria-checked')).toBe('false')
})
