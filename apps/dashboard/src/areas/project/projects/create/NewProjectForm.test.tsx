import { passwordScore } from '@basalt/contract/projects/password.rules.ts'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { organizationQueries } from '../../../organization/organizations/organizations.queries.ts'
import { NewProjectForm } from './NewProjectForm.tsx'

const show = () =>
  renderPage(<NewProjectForm slug="acme" />, (client) =>
    client.setQueryData(organizationQueries.list().queryKey, []),
  )
const nameBox = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Project name' })
const passwordBox = () => screen.getByLabelText<HTMLInputElement>(/^Database password/)
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create project' }))

const unreachable = () => {
  const fetchMock = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetchMock)
  return fetchMock
}
afterEach(() => vi.unstubAllGlobals())

test('errors appear beside their fields, and nothing is sent', async () => {
  const fetchMock = unreachable()
  await show()
  await userEvent.type(await nameBox(), 'my.shop')
  await userEvent.type(passwordBox(), 'hunter2')
  await submit()
  expect(await screen.findByText('The name may not contain a dot')).toBeTruthy()
  expect(screen.getAllByText('This password is not secure enough.')).toHaveLength(1)
  expect(fetchMock).not.toHaveBeenCalled()
})

test('a generated password is strong and can be revealed', async () => {
  await show()
  await nameBox()
  await userEvent.click(screen.getByRole('button', { name: 'Generate' }))
  expect(passwordScore(passwordBox().value)).toBe(4)
  expect(screen.getByText('This password is strong.')).toBeTruthy()
  expect(passwordBox().type).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(passwordBox().type).toBe('text')
})

test('generating a password clears its error', async () => {
  await show()
  await nameBox()
  await submit()
  expect(await screen.findByText('This password is not acceptable.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Generate' }))
  expect(await screen.findByText('This password is strong.')).toBeTruthy()
  expect(screen.queryByText('This password is not acceptable.')).toBeNull()
})

test('when the server is unreachable the form reports it and keeps its values', async () => {
  unreachable()
  await show()
  await userEvent.type(await nameBox(), 'Shop')
  await userEvent.click(screen.getByRole('button', { name: 'Generate' }))
  const password = passwordBox().value
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain('does not answer')
  expect([(await nameBox()).value, passwordBox().value]).toEqual(['Shop', password])
})
