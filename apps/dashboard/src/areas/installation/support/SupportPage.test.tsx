import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { aBundle } from './a-bundle.fixture.ts'
import { SupportPage } from './SupportPage.tsx'
import { supportQueries } from './support.queries.ts'

async function show(bundle = aBundle()) {
  await renderPage(<SupportPage projectRef={undefined} breadcrumb={null} />, (client) =>
    client.setQueryData(supportQueries.bundle(undefined).queryKey, bundle),
  )
  return userEvent.setup()
}
const file = () => JSON.parse(screen.getByRole('region', { name: 'File content' }).textContent ?? '')

test('the preview is the file, with the description and without deselected parts', async () => {
  const user = await show()
  expect(file().server_log).toHaveLength(1)
  await user.type(screen.getByLabelText('Subject'), 'It is slow')
  await user.type(screen.getByLabelText('Description'), 'for ada@example.com')
  await user.click(screen.getByRole('checkbox', { name: 'Log of the server' }))
  expect(file()).toMatchObject({ subject: 'It is slow', message: 'for [email]' })
  expect(file()).not.toHaveProperty('server_log')
  expect(screen.getByRole('link', { name: 'Write email' }).getAttribute('href')).toContain('It%20is%20slow')
})

test('unavailable parts are disabled with a reason', async () => {
  await show(aBundle({ project: null, server_log: { left_out: 'Only the owner gets it.' } }))
  const box = screen.getByRole('checkbox', { name: 'Log of the server' })
  expect(box.getAttribute('aria-disabled') ?? box.getAttribute('data-disabled')).not.toBeNull()
  expect(screen.getByText('Only the owner gets it.')).toBeTruthy()
  expect(screen.getByText('Open help inside a project to include it.')).toBeTruthy()
})
