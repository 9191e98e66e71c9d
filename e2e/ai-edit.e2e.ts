import { beginToSay, openChatServer, replies, says } from '@basalt/testing/ai/chat-server.ts'
import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { SqlEditor } from './sql-editor.ts'

test('SQL is written by an endpoint of one’s own, read as a difference, changed, accepted and undone', async ({
  page,
}) => {
  const chat = await openChatServer()
  const dataDir = newDataDir()
  const server = await startServer(dataDir, {
    BASALT_EDITION: 'self-hosted',
    BASALT_AI_BASE_URL: chat.url,
    BASALT_AI_API_KEY: 'sk-e2e',
    BASALT_AI_MODEL: 'small',
  })
  try {
    await page.goto(`${server.origin}/project/default/sql/new`)
    const editor = new SqlEditor(page)
    const text = page.getByRole('textbox', { name: 'SQL', exact: true })
    await editor.write('-- mine\nselect 1 as one;\n-- after')
    await expect(page).toHaveURL(/\/sql\/[0-9a-f-]{36}$/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ControlOrMeta+k')

    const panel = page.getByRole('region', { name: 'Edit with AI' })
    const wish = panel.getByRole('textbox', { name: 'What to write' })
    await expect(wish).toBeFocused()
    await expectAccessible(page)

    // Written word by word, and stopped: nothing is left of it.
    chat.answerWith((reply) => void beginToSay(reply, 'select 2'))
    await wish.fill('Two as well')
    await wish.press('Enter')
    await expect(panel.getByText('select 2')).toBeVisible()
    await panel.getByRole('button', { name: 'Stop' }).click()
    await chat.asked.at(-1)?.closed
    await expect(panel.getByText('select 2')).toHaveCount(0)
    await expect(wish).toHaveValue('Two as well')

    chat.answerWith(replies(401, '{"error":{"message":"sk-e2e is wrong"}}'))
    await wish.press('Enter')
    await expect(page.getByText('Failed to generate')).toBeVisible()
    await expect(page.getByText('does not accept the key')).toBeVisible()
    await expect(page.getByText('sk-e2e')).toHaveCount(0)

    chat.answerWith(says('```sql\nselect 1 as one,', ' 2 as two;\n```'))
    await wish.press('Enter')
    const change = panel.getByRole('textbox', { name: 'What to change about it' })
    await expect(change).toBeFocused()
    await expect(panel.locator('.cm-changedLine')).toHaveText('select 1 as one, 2 as two;')
    await expect(panel.locator('.cm-deletedLine')).toHaveText('select 1 as one;')
    await expectAccessible(page)

    // Asked again, the endpoint sees what it proposed, and what stands around it.
    chat.answerWith(says('select 1 as one, 2 as two, 3 as three;'))
    await change.fill('And three')
    await change.press('Enter')
    await expect(panel.locator('.cm-changedLine')).toHaveText('select 1 as one, 2 as two, 3 as three;')
    const asked = chat.asked.at(-1)?.body.messages.at(-1)?.content
    expect(asked).toContain('<selection>\nselect 1 as one, 2 as two;\n</selection>')
    expect(asked).toContain('<before>\n-- mine\n\n</before>')
    await expect(page.locator('.cm-editor[inert]')).toHaveCount(1)
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(panel).toHaveCount(0)
    await expect(text).toBeFocused()
    await expect(text).toContainText('-- mineselect 1 as one, 2 as two, 3 as three;-- after')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(text).toContainText('-- mineselect 1 as one;-- after')

    // The first run gives the query a name.
    chat.answerWith(says('"One and only."'))
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled({ timeout: 30_000 })
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('heading', { name: 'One and only' })).toBeVisible()
    const tabs = page.getByRole('navigation', { name: 'Open queries' })
    await expect(tabs.getByRole('link', { name: 'One and only' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'one' })).toBeVisible()
  } finally {
    await server.stop()
    removeDataDir(dataDir)
    await chat[Symbol.asyncDispose]()
  }
})
