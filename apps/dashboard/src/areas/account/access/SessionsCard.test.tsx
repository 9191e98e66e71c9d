import type { Session } from '@basalt/contract/access/access.schema.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { accessQueries } from './access.queries.ts'
import { SessionsCard } from './SessionsCard.tsx'

const here: Session = {
  id: '0b6f7c1e-54a5-4a0e-8f7d-3b8f1c2d3e4f',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  address: '192.0.2.7',
  created_at: '2026-03-01T12:00:00.000Z',
  last_used_at: '2026-03-02T12:00:00.000Z',
  is_current: true,
}
const phone: Session = {
  ...here,
  id: '1b6f7c1e-54a5-4a0e-8f7d-3b8f1c2d3e4f',
  user_agent: 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0.0.0 Mobile Safari/537.36',
  is_current: false,
}

async function show(...sessions: Session[]) {
  await renderPage(<SessionsCard />, (client) =>
    client.setQueryData(accessQueries.sessions().queryKey, sessions),
  )
  return userEvent.setup()
}

test('a session is listed by device and address, and the current one is marked', async () => {
  await show(here, phone)
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain('Firefox on Linux')
  expect(first?.textContent).toContain('This browser')
  expect(first?.textContent).toContain('192.0.2.7')
  expect(second?.textContent).toContain('Chrome on Android')
  expect(second?.textContent).not.toContain('This browser')
})

test('signing out another browser asks for confirmation and names it', async () => {
  const user = await show(here, phone)
  expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Sign out Chrome on Android' }))
  expect(await screen.findByRole('alertdialog', { name: 'Sign out Chrome on Android' })).toBeTruthy()
})

test('with one session the button to sign out elsewhere is disabled with a reason', async () => {
  await show(here)
  const button = screen.getByRole('button', { name: 'Sign out everywhere else' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('You are not signed in anywhere else')).toBeTruthy()
})

test('signing out everywhere else offers to revoke access tokens, but keeps them by default', async () => {
  const user = await show(here, phone)
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere else' }))
  const choice = await screen.findByRole('checkbox', { name: 'Revoke all access tokens' })
  expect(choice.getAttribute('aria-checked')).toBe('false')
  await user.click(choice)
  expect(choice.getAttribute('aria-checked')).toBe('true')
})
