import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage, prepareSqlPage, pressRun } from '../query/sql-page.fixture.tsx'

prepareSqlPage()

const openPicker = async () => {
  await userEvent.click(screen.getByRole('button', { name: /^Role:/ }))
  return within(await screen.findByRole('dialog', { name: 'Run as role' }))
}
const choose = async (picker: Awaited<ReturnType<typeof openPicker>>, role: string) => {
  await userEvent.click(picker.getByRole('combobox', { name: 'Role' }))
  const option = await screen.findByRole('option', { name: role })
  await waitFor(() => expect(document.activeElement?.closest('[role=listbox]')).toBeTruthy())
  option.focus()
  await userEvent.keyboard('{Enter}')
}

test('SQL runs as postgres until another role is picked', async () => {
  const { editor, bodies } = await openPage('select 1')
  pressRun(editor)
  await waitFor(() => expect(bodies).toEqual([{ query: 'select 1', keep: expect.any(String) }]))
})

test('the picked role is sent', async () => {
  const { editor, bodies } = await openPage('select 1')
  const picker = await openPicker()
  await choose(picker, 'anon')
  await userEvent.click(picker.getByRole('button', { name: 'Run as anon' }))
  expect(await screen.findByRole('button', { name: 'Role: anon' })).toBeTruthy()
  pressRun(editor)
  await waitFor(() => expect(bodies).toEqual([{ query: 'select 1', role: 'anon' }]))
})

test('running as a user validates the form and sends the claims of a fresh token', async () => {
  const { editor, bodies } = await openPage('select 1')
  const picker = await openPicker()
  await choose(picker, 'authenticated')
  await userEvent.click(picker.getByRole('button', { name: 'Run as this user' }))
  expect(await picker.findByText('Enter the id of a user')).toBeTruthy()
  await userEvent.type(picker.getByRole('textbox', { name: 'User ID' }), 'ann')
  fireEvent.change(picker.getByRole('textbox', { name: 'More claims' }), {
    target: { value: '{"org":7}' },
  })
  const via = picker.getByRole('textbox', { name: 'Custom access token function' })
  fireEvent.change(via, { target: { value: 'no function' } })
  await userEvent.click(picker.getByRole('button', { name: 'Run as this user' }))
  expect(await picker.findByText(/Enter the name of a function/)).toBeTruthy()
  fireEvent.change(via, { target: { value: 'public.add_claims' } })
  await userEvent.click(picker.getByRole('button', { name: 'Run as this user' }))
  await screen.findByRole('button', { name: 'Role: authenticated, user ann' })
  pressRun(editor)
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).toMatchObject({
    claims_function: 'public.add_claims',
    role: 'authenticated',
    claims: { sub: 'ann', aal: 'aal1', role: 'authenticated', org: 7 },
  })
})

test('running queries are listed, and terminated after confirmation', async () => {
  const { bodies } = await openPage('select 1')
  await userEvent.click(await screen.findByRole('button', { name: 'Running queries' }))
  const query = within(await screen.findByRole('article', { name: 'Query 4711' }))
  expect(query.getByText('select pg_sleep(600)')).toBeTruthy()
  expect(query.getByText('Waiting for Lock: relation')).toBeTruthy()
  await userEvent.click(query.getByRole('button', { name: 'Terminate' }))
  const dialog = within(
    await screen.findByRole('alertdialog', { name: 'Confirm to terminate this query? (ID: 4711)' }),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Terminate connection' }))
  expect(await screen.findByText('Successfully terminated query (ID: 4711)')).toBeTruthy()
  expect(bodies).toMatchObject([{ url: expect.stringMatching(/\/activity\/4711\/end$/), how: 'terminate' }])
})
