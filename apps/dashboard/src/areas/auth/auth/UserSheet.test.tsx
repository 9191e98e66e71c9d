import type { AuthUserDetail } from '@basalt/contract/auth/auth.schema.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { authQueries } from './auth.queries.ts'
import { anAuthUserDetail, anIdentity } from './auth-users.fixture.ts'
import { UserSheet } from './UserSheet.tsx'

async function show(user: AuthUserDetail) {
  await renderPage(
    <UserSheet projectRef="shop" id={user.id} refusal={undefined} onClose={() => undefined} />,
    (client) => {
      client.setQueryData(authQueries.user('shop', user.id).queryKey, user)
      client.setQueryData(authQueries.audit('shop', { search: user.id, action: undefined }).queryKey, {
        pages: [{ entries: [], next_cursor: null }],
        pageParams: [''],
      })
    },
  )
  return within(await screen.findByRole('region', { name: 'Identities' }))
}

test('a user’s identities are listed with account and last use, and one of several is removed', async () => {
  const github = anIdentity({
    provider: 'github',
    account: 'octo',
    last_sign_in_at: '2026-11-02T08:00:00.000Z',
  })
  const user = anAuthUserDetail({ identities: [anIdentity(), github] })
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    calls.push(`${method} ${url}`)
    return Response.json(method === 'DELETE' ? { done: true } : user)
  })
  const identities = await show(user)
  const [email, octo] = identities.getAllByRole('listitem')
  expect(email!.textContent).toMatch(/^Email · ann@example\.comAdded .* · used never/)
  expect(octo!.textContent).toMatch(/^GitHub · octoAdded .* · used (?!never)/)
  await userEvent.click(identities.getByRole('button', { name: 'Remove GitHub' }))
  const question = await screen.findByRole('alertdialog', { name: 'Remove GitHub' })
  expect(question.textContent).toContain('can no longer sign in with it')
  await userEvent.click(within(question).getByRole('button', { name: 'Remove identity' }))
  await waitFor(() =>
    expect(calls).toContain(`DELETE /platform/auth/shop/users/${user.id}/identities/${github.id}`),
  )
})

test('the only identity of a user cannot be removed', async () => {
  const identities = await show(anAuthUserDetail())
  expect(identities.getByRole('button', { name: 'Remove Email' }).getAttribute('aria-disabled')).toBe('true')
})

test('a ban of another length is checked before the server is called', async () => {
  const calls: unknown[] = []
  const user = anAuthUserDetail()
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
    if (method === 'PATCH') calls.push(JSON.parse(String(body)))
    return Response.json(user)
  })
  await show(user)
  await userEvent.click(screen.getByRole('button', { name: 'Ban' }))
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('combobox', { name: 'Length of the ban' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Another number of hours' }))
  await userEvent.type(question.getByRole('textbox', { name: 'Hours' }), '1.5')
  await userEvent.click(question.getByRole('button', { name: 'Ban user' }))
  expect((await question.findByRole('alert')).textContent).toBe('Enter whole hours from 1 to 876,000')
  expect(calls).toEqual([])
  await userEvent.clear(question.getByRole('textbox', { name: 'Hours' }))
  await userEvent.type(question.getByRole('textbox', { name: 'Hours' }), '36')
  await userEvent.click(question.getByRole('button', { name: 'Ban user' }))
  await waitFor(() => expect(calls).toEqual([{ ban_hours: 36 }]))
})

test('a user’s panel leads to the calls that were about them', async () => {
  const user = anAuthUserDetail()
  await show(user)
  const link = screen.getByRole('link', { name: 'Calls about this user' })
  expect(decodeURIComponent(link.getAttribute('href')!)).toBe(
    `/project/shop/logs/auth-logs?q=user_id:${user.id}`,
  )
})
