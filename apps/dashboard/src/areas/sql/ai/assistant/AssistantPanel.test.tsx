import type { AiOptInTag } from '@basalt/contract/ai/ai-level.rules.ts'
import type { InstallationConfig } from '@basalt/contract/installation/installation.schema.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { installationQueries } from '../../../installation/installation/installation.queries.ts'
import { organizationQueries } from '../../../organization/organizations/organizations.queries.ts'
import { aProject } from '../../../project/projects/a-project.fixture.ts'
import { aiQueries } from '../ai.queries.ts'
import { AssistantPanel } from './AssistantPanel.tsx'
import { openAnswer } from './answer-stream.fixture.ts'
import type { NewChat } from './new-chat.ts'

// The message list scrolls to its end; jsdom has no layout.
Element.prototype.scrollTo = () => undefined
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

async function open({
  tags = ['AI_SQL_GENERATOR_OPT_IN'] as AiOptInTag[],
  hasKey = true,
  requestedChat = undefined as NewChat | undefined,
} = {}) {
  const answer = openAnswer()
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push(String(body))
    return answer.response
  })
  const onClose = vi.fn()
  const project = aProject()
  await renderPage(
    <AssistantPanel
      userId="ann"
      project={project}
      requestedChat={requestedChat}
      onBegun={() => undefined}
      onClose={onClose}
      showSql={({ sql, name = 'SQL' }) => <section aria-label={name}>{sql}</section>}
      attach={() => ({ label: 'My query', sql: 'select 42' })}
    />,
    (client) => {
      client.setQueryData(aiQueries.keyCheck().queryKey, { hasKey })
      client.setQueryData(installationQueries.config().queryKey, {
        edition: 'platform',
      } as InstallationConfig)
      client.setQueryData(organizationQueries.detail('acme').queryKey, { opt_in_tags: tags } as Organization)
    },
  )
  const user = userEvent.setup()
  const field = () => screen.getByRole('textbox', { name: 'Message to the assistant' })
  return { answer, sent, onClose, user, field }
}

test('SQL becomes a card once it is complete', async () => {
  const { answer, user, field } = await open()
  await user.type(field(), 'Which one?{Enter}')
  await answer.write('This:\n\n```sql\nselect 1')
  await screen.findByText('This:')
  expect(screen.queryByRole('region', { name: 'SQL' })).toBeNull()
  await answer.send({ type: 'text-delta', id: 't', delta: ' as one\n```' })
  await answer.end()
  expect((await screen.findByRole('region', { name: 'SQL' })).textContent).toBe('select 1 as one')
  expect(screen.getByRole('status', { name: '' }).textContent).toBe('The answer is complete')
})

test('the open query is sent when it is attached, and not after it is removed', async () => {
  const { answer, sent, user, field } = await open()
  await user.click(screen.getByRole('button', { name: 'Attach the open query' }))
  expect(within(screen.getByRole('list', { name: 'Attached SQL' })).getByText('My query')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove My query' }))
  await user.type(field(), 'Hello{Shift>}{Enter}{/Shift}there')
  await user.click(screen.getByRole('button', { name: 'Attach the open query' }))
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toContain('Hello\\nthere')
  expect(sent[0]?.match(/select 42/g)).toHaveLength(1)
  await answer.end()
})

test('a chat started from elsewhere waits for the user to send it', async () => {
  const { sent, field } = await open({
    requestedChat: {
      name: 'Debug SQL snippet',
      initialInput: 'Why?',
      sqlSnippets: [{ label: 'Failed SQL', sql: 'selec' }],
    },
  })
  await screen.findByText('Debug SQL snippet')
  expect((field() as HTMLTextAreaElement).value).toBe('Why?')
  expect(screen.getByText('Failed SQL')).toBeTruthy()
  expect(sent).toEqual([])
})

test('chats can be switched, renamed and deleted, and each keeps its draft', async () => {
  const { answer, user, field } = await open()
  await user.type(field(), 'First{Enter}')
  await answer.write('One.')
  await answer.end()
  await screen.findByRole('button', { name: 'Send' })
  await user.click(screen.getByRole('button', { name: 'New chat' }))
  await user.type(field(), 'Half a thought')
  await user.click(screen.getByRole('button', { name: 'Chats' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'First' }))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Chats' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename this chat' }))
  const name = await screen.findByRole('textbox', { name: 'Chat name' })
  await user.clear(name)
  await user.type(name, 'Renamed{Enter}')
  expect(await screen.findByText('Renamed')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Chats' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete this chat' }))
  await user.click(await screen.findByRole('button', { name: 'Delete chat' }))
  await waitFor(() => expect(screen.queryByText('Renamed')).toBeNull())
  expect((field() as HTMLTextAreaElement).value).toBe('Half a thought')
})

test.each([
  ['with AI turned off', { tags: [] }, 'AI is turned off'],
  ['without an endpoint', { hasKey: false }, 'AI endpoint is not configured'],
])('%s the panel says so and has no field', async (_where, differences, text) => {
  await open(differences)
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('Escape closes the panel', async () => {
  const { onClose, user, field } = await open()
  await user.type(field(), '{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
