import { inTurn, openChatServer, replies, says, startReply, wants } from '@basalt/testing/ai/chat-server.ts'
import { newDataDir, type RealServer, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { SqlEditor } from './sql-editor.ts'

// One server with its own AI endpoint serves all tests.
test.describe.configure({ mode: 'serial' })

const dataDir = newDataDir()
let chat: Awaited<ReturnType<typeof openChatServer>>
let server: RealServer
test.beforeAll(async () => {
  chat = await openChatServer()
  server = await startServer(dataDir, {
    BASALT_EDITION: 'self-hosted',
    BASALT_AI_BASE_URL: chat.url,
    BASALT_AI_API_KEY: 'sk-e2e',
    BASALT_AI_MODEL: 'small',
  })
})
test.afterAll(async () => {
  await server.stop()
  removeDataDir(dataDir)
  await chat[Symbol.asyncDispose]()
})

test('AI edits SQL; the edit is reviewed as a diff, changed, accepted and undone', async ({ page }) => {
  await page.goto(`${server.origin}/project/default/sql/new`)
  const editor = new SqlEditor(page)
  const text = page.getByRole('textbox', { name: 'SQL', exact: true })
  await editor.write('-- mine\nselect 1 as one;\n-- after')
  await expect(page).toHaveURL(/\/sql\/[0-9a-f-]{36}$/)
  // Not upwards from the end, where completions may be open.
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ControlOrMeta+k')

  const panel = page.getByRole('region', { name: 'Edit with AI' })
  const prompt = panel.getByRole('textbox', { name: 'What to write' })
  await expect(prompt).toBeFocused()
  await expect(panel.locator('.cm-ai-line')).toHaveText('select 1 as one;')

  // Streamed and stopped: nothing of it remains.
  chat.answerWith((reply) => void startReply(reply, 'select 2'))
  await prompt.fill('Two as well')
  await prompt.press('Enter')
  await expect(panel.getByText('select 2')).toBeVisible()
  await panel.getByRole('button', { name: 'Stop' }).click()
  await chat.asked.at(-1)?.closed
  await expect(panel.getByText('select 2')).toHaveCount(0)
  await expect(prompt).toHaveValue('Two as well')

  chat.answerWith(replies(401, '{"error":{"message":"sk-e2e is wrong"}}'))
  await prompt.press('Enter')
  await expect(page.getByText('Failed to generate')).toBeVisible()
  await expect(page.getByText('does not accept the key')).toBeVisible()
  await expect(page.getByText('sk-e2e')).toHaveCount(0)

  chat.answerWith(says('```sql\nselect 1 as one,', ' 2 as two;\n```'))
  await prompt.press('Enter')
  const change = panel.getByRole('textbox', { name: 'What to change' })
  await expect(change).toBeFocused()
  await expect(panel.locator('.cm-changedLine')).toHaveText('select 1 as one, 2 as two;')
  await expect(panel.locator('.cm-deletedLine')).toHaveText('select 1 as one;')
  await expectAccessible(page)

  // A follow-up request contains the proposal and the surrounding text.
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
})

test('the assistant finds why SQL fails, proposes SQL that the user runs, and inserts it into the editor', async ({
  page,
}) => {
  await page.goto(`${server.origin}/project/default/sql/new`)
  const editor = new SqlEditor(page)
  const text = page.getByRole('textbox', { name: 'SQL', exact: true })
  await editor.run('create table if not exists shop (id int primary key)')
  await editor.run('select * from shops')
  await page.getByRole('button', { name: 'Debug with Assistant' }).click()

  // The message can be reviewed before it is sent.
  const panel = page.getByRole('complementary', { name: 'Assistant' })
  const field = panel.getByRole('textbox', { name: 'Message to the assistant' })
  await expect(panel.getByText('Debug SQL snippet')).toBeVisible()
  await expect(field).toHaveValue(/relation "shops" does not exist/)
  const asked = chat.asked.length
  chat.answerWith(
    inTurn(
      wants({ name: 'list_tables', input: {} }, { name: 'get_logs', input: {} }),
      says('It has **another** name:\n\n', '```sql\nselect count(*) as found from shop\n```\n'),
    ),
  )
  await field.press('Enter')
  await expect(panel.getByText('It has another name:')).toBeVisible()
  await expect(panel.getByText('Looked at the tables')).toBeVisible()
  await expect(panel.getByText('Could not look at the log')).toBeVisible()
  expect(chat.asked).toHaveLength(asked + 2)
  const sentMessages = JSON.stringify(chat.asked.at(-1)?.body.messages)
  expect(sentMessages).toContain('select * from shops')
  expect(sentMessages).toContain('\\"shop\\"')
  expect(sentMessages).toContain('shares only the schema')
  await expect(panel.getByRole('button', { name: 'Send' })).toBeVisible()
  await expectAccessible(page)

  const card = panel.getByRole('group', { name: 'SQL', exact: true })
  await card.getByRole('button', { name: 'Run' }).click()
  await expect(card.getByRole('columnheader', { name: 'found' })).toBeVisible()
  await card.getByRole('button', { name: 'Insert' }).click()
  await page.getByRole('menuitem', { name: 'Replace the open query' }).click()
  const edit = page.getByRole('region', { name: 'Edit with AI' })
  await expect(edit.locator('.cm-changedLine')).toContainText('select count(*) as found from shop')
  await edit.getByRole('button', { name: 'Accept' }).click()
  await expect(edit).toHaveCount(0)
  await expect(text).toHaveText('select count(*) as found from shop')

  // SQL that writes needs confirmation; a stopped answer keeps its text.
  const sql = 'delete from shop'
  chat.answerWith(wants({ name: 'execute_sql', input: { sql, label: 'Empty the shop' } }))
  await field.fill('Empty it')
  await field.press('Enter')
  await panel.getByRole('group', { name: 'Empty the shop' }).getByRole('button', { name: 'Run' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  chat.answerWith((reply) => void startReply(reply, 'Once upon'))
  await field.fill('Tell me more')
  await field.press('Enter')
  await expect(panel.getByText('Once upon')).toBeVisible()
  await panel.getByRole('button', { name: 'Stop' }).click()
  await chat.asked.at(-1)?.closed
  await expect(panel.getByRole('button', { name: 'Send' })).toBeVisible()

  // Chats survive a reload.
  await page.reload()
  await expect(text).toHaveText('select count(*) as found from shop')
  await page.keyboard.press('ControlOrMeta+i')
  await expect(panel.getByText('Once upon')).toBeVisible()
  await panel.getByRole('button', { name: 'Close assistant' }).click()
  await expect(panel).toHaveCount(0)
})

test('rows are filtered by rules that AI writes from a description, which are read before they are applied', async ({
  page,
}) => {
  await page.goto(`${server.origin}/project/default/sql/new`)
  const editor = new SqlEditor(page)
  await editor.run(`create table guests (id int primary key, name text, age int, note text);
    insert into guests values (1, 'Ada', 36, 'sings'), (2, 'Grace', 85, null), (3, 'Tim', 12, null);
    select 1 as made`)
  await page.goto(`${server.origin}/project/default/editor`)
  await page.getByRole('complementary', { name: 'Tables' }).getByText('guests', { exact: true }).click()
  const grid = page.getByRole('grid', { name: 'Rows of guests' })
  const rows = grid.getByRole('row').filter({ has: page.getByRole('gridcell') })
  await expect(rows).toHaveCount(3)

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const description = page.getByRole('textbox', { name: 'Description of the rows' })
  const write = page.getByRole('button', { name: 'Write rules' })
  await expect(write).toBeDisabled()

  // What is no filter of this table is said to be none, and the description stays.
  chat.answerWith(says('height:gt:180'))
  await description.fill('Adults without a note')
  await description.press('Enter')
  await expect(page.getByRole('alert')).toContainText('no filter of this table')
  await expect(description).toHaveValue('Adults without a note')

  chat.answerWith(says('age:gte:18\n', 'note:is:null\n'))
  await write.click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Column of rule 1' })).toHaveText('age')
  await expect(page.getByRole('textbox', { name: 'Value of rule 1' })).toHaveValue('18')
  await expect(page.getByRole('combobox', { name: 'Column of rule 2' })).toHaveText('note')
  await expectAccessible(page)
  await expect(rows).toHaveCount(3)

  // The names and types of columns were sent, and no value.
  const sent = JSON.stringify(chat.asked.at(-1)?.body.messages)
  expect(sent).toContain('age integer')
  expect(sent).not.toContain('Grace')

  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Grace')
  await expect(page).toHaveURL(/filter=age:gte:18&filter=note:is:null|filter=age%3Agte%3A18/)
})
