import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { LeaveOrganization } from './LeaveOrganization.tsx'

test('a member locked out by MFA can leave after confirming, and sees errors', async () => {
  const message = 'Make someone else an owner first'
  const fetched = vi.fn(async (_url: string, _init?: RequestInit) =>
    Response.json({ code: 'conflict', message, requestId: 'r1' }, { status: 409 }),
  )
  vi.stubGlobal('fetch', fetched)
  await renderPage(<LeaveOrganization slug="acme" name="Acme" userId="u1" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Leave the organization' }))
  expect(await screen.findByRole('alertdialog', { name: 'Leave Acme' })).toBeTruthy()
  expect(fetched).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Leave team' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(fetched.mock.calls[0]).toMatchObject([
    '/platform/organizations/acme/members/u1',
    { method: 'DELETE' },
  ])
})
