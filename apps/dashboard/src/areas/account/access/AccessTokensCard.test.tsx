import type { AccessToken } from '@basalt/contract/access/access.schema.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { UiProvider } from '../../../ui/UiProvider.tsx'
import { AccessTokensCard } from './AccessTokensCard.tsx'
import { accessQueries } from './access.queries.ts'

const token: AccessToken = {
  id: '0b6f7c1e-54a5-4a0e-8f7d-3b8f1c2d3e4f',
  name: 'nightly backup',
  hint: 'e686',
  access: 'read',
  organization_slug: null,
  project_ref: null,
  expires_at: '2026-04-01T00:00:00.000Z',
  created_at: '2026-01-01T00:00:00.000Z',
  last_used_at: null,
}

function show(tokens: AccessToken[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(accessQueries.tokens().queryKey, tokens)
  render(
    <QueryClientProvider client={client}>
      <UiProvider>
        <AccessTokensCard />
      </UiProvider>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

test('a token is listed by name and last characters, never in full', () => {
  show([token])
  const item = screen.getByRole('listitem')
  expect(item.textContent).toContain('nightly backup')
  expect(item.textContent).toContain('bst_…e686')
  expect(item.textContent).toContain('Never used')
})

test('without tokens a button creates one', async () => {
  const user = show([])
  await user.click(screen.getByRole('button', { name: 'Create a token' }))
  expect(await screen.findByRole('dialog', { name: 'New access token' })).toBeTruthy()
})

test('a token without a name is refused before the server is called', async () => {
  const user = show([])
  await user.click(screen.getByRole('button', { name: 'New token' }))
  await user.click(await screen.findByRole('button', { name: 'Create token' }))
  expect(await screen.findByText('The name needs at least 1 character')).toBeTruthy()
})

test('revoking asks for confirmation and names the token', async () => {
  const user = show([token])
  await user.click(screen.getByRole('button', { name: 'Revoke nightly backup' }))
  const question = await screen.findByRole('alertdialog', { name: 'Revoke nightly backup' })
  expect(question.textContent).toContain('loses access at once')
})

test('a token shows its access, its scope and its expiry', () => {
  show([
    token,
    { ...token, id: crypto.randomUUID(), access: 'write', project_ref: 'abc', expires_at: null },
    { ...token, id: crypto.randomUUID(), organization_slug: 'acme', expires_at: '2999-01-01T00:00:00.000Z' },
  ])
  const [first, second, third] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(first).toMatch(/Read(?! and).*Expired.*Everything you have access to/)
  expect(second).toMatch(/Read and write.*Project abc.*Never expires/)
  expect(third).toMatch(/Organization acme.*Expires \d+ \w+ \d{4}/)
})

test('a new token is read-only and expires by default', async () => {
  const user = show([])
  await user.click(screen.getByRole('button', { name: 'New token' }))
  expect((await screen.findByRole('radio', { name: 'Read' })).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('combobox', { name: 'Scope' }).textContent).toBe('Everything you have access to')
  expect(screen.getByRole('combobox', { name: 'Expires' }).textContent).toBe('In 90 days')
})
