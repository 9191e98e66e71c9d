import { authDefaults } from '@basalt/contract/auth/auth.rules.ts'
import type { AuthSettings, TestMailOutcome } from '@basalt/contract/auth/auth.schema.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { authQueries } from './auth.queries.ts'
import { SmtpForm } from './SmtpForm.tsx'

async function sendTest(outcome: TestMailOutcome, differences: Partial<AuthSettings> = {}) {
  const settings = { ...authDefaults, ...differences }
  vi.stubGlobal('fetch', async () => Response.json(outcome))
  await renderPage(<SmtpForm projectRef="shop" settings={settings} refusal={undefined} />, (client) =>
    client.setQueryData(authQueries.settings('shop').queryKey, settings),
  )
  await userEvent.type(await screen.findByRole('textbox', { name: 'Email' }), 'me@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Send test mail' }))
}
const hook = { send_email: { enabled: true, uri: 'https://example.com/hook', has_secret: true } }

test.each<[TestMailOutcome, string]>([
  [{ went_to: 'project', failure: null }, 'Test mail to me@example.com sent'],
  [{ went_to: 'hook', failure: null }, 'Test mail to me@example.com given to the hook'],
  [{ went_to: 'inbox', failure: null }, 'Test mail to me@example.com is in the inbox'],
  [{ went_to: 'project', failure: 'Refused' }, 'The mail server did not accept the test mail'],
  [{ went_to: 'hook', failure: 'Refused' }, 'The hook did not send the test mail'],
])('a test mail with the outcome %j says %j', async (outcome, words) => {
  await sendTest(outcome)
  expect(await screen.findByText(words)).toBeTruthy()
})

test('while a hook sends mail, the page says that the mail server does not', async () => {
  await sendTest({ went_to: 'hook', failure: null }, { hooks: hook })
  expect(screen.getByText('The hook Send mail is on, and sends the mail instead.')).toBeTruthy()
})
