import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { EmailCard } from './EmailCard.tsx'

const change = async (email: string, password: string) => {
  await renderPage(<EmailCard />)
  await userEvent.type(await screen.findByLabelText('New email address'), email)
  if (password) await userEvent.type(screen.getByLabelText('Your password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Change email address' }))
}

test.each([
  ['nobody', 'k7Rw2pXq', 'Enter an email address such as name@example.com'],
  ['ann@example.com', '', 'Enter your current password'],
])(
  'changing to %j with the password %j is refused before the server is called',
  async (email, password, message) => {
    await change(email, password)
    expect(await screen.findByText(message)).toBeTruthy()
  },
)

test('a taken address is reported beside the field, which keeps its text', async () => {
  const message = 'Another account has this email address'
  const details = { issues: [{ path: 'email', message }] }
  const refusal = { code: 'conflict', message, requestId: 'r1', details }
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 409 }))
  await change('bob@example.com', 'k7Rw2pXq')
  const field = await screen.findByRole('textbox', {
    name: 'New email address',
    description: new RegExp(message),
  })
  expect((field as HTMLInputElement).value).toBe('bob@example.com')
})
