import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { expect, type Page } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { choose } from './choose.ts'
import { test } from './fixtures.ts'
import { SqlEditor } from './sql-editor.ts'

const PASSWORD = 'correct horse'

const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

test('users of an app are invited, confirmed from the inbox, seen with their sessions, banned and deleted', async ({
  page,
  context,
  project,
  account,
  sql,
}) => {
  const { ref } = project
  const { origin } = account.caller
  const keys = await call(account.caller, listApiKeys, { params: { ref } })
  const apikey = keys.find(({ name }) => name === 'anon')!.api_key!
  /** Calls the API as an app would; resolves to the code of a refusal. */
  const refusalOf = async (path: string, body: object): Promise<string | undefined> => {
    const reply = await fetch(`${origin}/p/${ref}/auth/v1${path}`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return reply.ok ? undefined : ((await reply.json()) as { error_code: string }).error_code
  }
  const bob = { email: 'bob@example.com', password: PASSWORD }
  const signIn = () => refusalOf('/token?grant_type=password', bob)
  await page.goto(`/project/${ref}`)
  await page.getByRole('link', { name: 'Authentication', exact: true }).click()
  await expect(page.getByText('No users yet')).toBeVisible()
  await expectAccessible(page)

  // An invitation arrives in the inbox, and its link leads to the app.
  await page.getByRole('button', { name: 'Invite user' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite user' })
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await expect(invite.getByText('Enter an email address')).toBeVisible()
  await invite.getByLabel('Email').fill('ann@example.com')
  await expectAccessible(page)
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  const users = page.getByRole('table', { name: 'Users' })
  await expect(users.getByText('Invited', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Emails', exact: true }).click()
  await openTab(page, 'Inbox')
  await page.getByRole('button', { name: 'You are invited' }).click()
  const mail = page.frameLocator('iframe[title="Mail to ann@example.com"]')
  await expect(mail.getByRole('heading', { name: 'You are invited' })).toBeVisible()
  await expectAccessible(page)
  const link = await mail.getByRole('link', { name: 'Accept the invitation' }).getAttribute('href')
  // A scanner that asks for no page does not use it up.
  expect((await context.request.get(link!, { maxRedirects: 0 })).status()).toBe(200)
  const followed = await context.request.get(link!, { maxRedirects: 0, headers: { apikey } })
  expect(followed.headers().location).toContain('http://localhost:3000/#access_token=')
  await page.keyboard.press('Escape')

  // A template with a mistake is refused beside its field, and a changed one is used.
  await openTab(page, 'Templates')
  await choose(page.getByRole('combobox', { name: 'Template' }), 'Password reset')
  const subject = page.getByLabel('Subject')
  await subject.fill('Reset {{ .Nothing }}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('{{ .Nothing }} is not a variable').first()).toBeVisible()
  await subject.fill('Reset of {{ .Email }}')
  await expect(page.getByText('Reset of ann@example.com')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Template saved')).toBeVisible()

  // Sign-ups stop when the setting says so.
  await page.getByRole('link', { name: 'Sign In / Providers' }).click()
  const signUps = page.getByRole('form', { name: 'Sign-up' })
  await signUps.getByRole('checkbox', { name: 'Allow new users to sign up' }).click()
  await signUps.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expectAccessible(page)
  expect(await refusalOf('/signup', bob)).toBe('signup_disabled')

  // The inbox can be emptied, and mail to one address may follow at once.
  await page.getByRole('link', { name: 'Emails', exact: true }).click()
  await openTab(page, 'Inbox')
  await page.getByRole('button', { name: 'Empty', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all mail' }).click()
  await expect(page.getByText('No mail yet')).toBeVisible()
  await openTab(page, 'SMTP')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('me@example.com')
  await page.getByRole('button', { name: 'Send test mail' }).click()
  await expect(page.getByText('Test mail to me@example.com is in the inbox')).toBeVisible()
  await page.getByRole('link', { name: 'Rate Limits' }).click()
  await page.getByLabel('Time between two emails to one address').fill('0')
  await page.getByRole('form', { name: 'Email' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved').last()).toBeVisible()

  // A created user signs in; one session is ended, and a ban ends the others.
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('button', { name: 'Create user' }).click()
  const create = page.getByRole('dialog', { name: 'Create user' })
  await create.getByLabel('Email').fill(bob.email)
  await create.getByLabel('Phone number').fill('0151')
  await create.getByLabel('Password', { exact: true }).fill('short')
  await create.getByRole('button', { name: 'Create user' }).click()
  await expect(create.getByText('Enter a number with its country code')).toBeVisible()
  await create.getByLabel('Phone number').fill('+15551234567')
  await create.getByRole('button', { name: 'Create user' }).click()
  await expect(create.getByText('Password should have at least 6 characters')).toBeVisible()
  await create.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await create.getByRole('button', { name: 'Create user' }).click()
  const sheet = page.getByRole('dialog', { name: 'bob@example.com' })
  await expect(sheet.getByText('Not signed in anywhere')).toBeVisible()
  await expectAccessible(page)
  for (let sessions = 0; sessions < 2; sessions += 1) expect(await signIn()).toBeUndefined()
  await page.reload()
  await sheet.getByRole('button', { name: 'End', exact: true }).first().click()
  await expect(sheet.getByRole('button', { name: 'End', exact: true })).toHaveCount(1)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Password reset sent to bob@example.com')).toBeVisible()
  await sheet.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Sign-in link sent to bob@example.com')).toBeVisible()
  await expect(sheet.getByRole('region', { name: 'Identities' }).getByRole('listitem')).toHaveCount(2)
  await expect(sheet.getByRole('region', { name: 'Activity' }).getByText('Signed in').first()).toBeVisible()

  // A member tries what the user may do: the SQL editor, the table editor and the API docs act as the user.
  const actIn = async (place: string) => {
    await sheet.getByRole('button', { name: 'Act as user' }).click()
    await page.getByRole('menuitem', { name: place }).click()
  }
  await actIn('API docs')
  await expect(page.getByText('Snippets act as bob@example.com')).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await actIn('Table editor')
  await expect(page).toHaveURL(/\/editor/)
  await page.goBack()
  await actIn('SQL editor')
  await expect(page.getByRole('button', { name: 'Role: authenticated, user bob@example.com' })).toBeVisible()
  const editor = new SqlEditor(page)
  await editor.run(`select auth.jwt() ->> 'email' as email, current_user as role`)
  await expect(editor.cell(bob.email)).toBeVisible()
  await expect(editor.cell('authenticated')).toBeVisible()
  await page.getByRole('link', { name: 'Authentication', exact: true }).click()
  await users.getByRole('link', { name: bob.email }).click()
  await sheet.getByRole('button', { name: 'Ban', exact: true }).click()
  const ban = page.getByRole('alertdialog', { name: 'Ban bob@example.com' })
  await choose(ban.getByRole('combobox', { name: 'Length of the ban' }), '1 week')
  await expectAccessible(page)
  await ban.getByRole('button', { name: 'Ban user' }).click()
  await expect(sheet.getByText('Not signed in anywhere')).toBeVisible()
  expect(await signIn()).toBe('user_banned')
  await page.keyboard.press('Escape')

  // Found by the beginning of the address, and deleted together.
  await page.getByRole('searchbox', { name: 'Search users' }).fill('BOB')
  await expect(users.getByRole('row')).toHaveCount(2)
  await expect(users.getByText('Banned')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search users' }).fill('')
  await expect(users.getByRole('row')).toHaveCount(3)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)

  // A ban ends with others, of whom the page says that there was nothing to end.
  const actOnAll = async (count: number, action: string) => {
    await page.getByRole('checkbox', { name: 'Select all users shown' }).check()
    await page.getByRole('button', { name: `${count} selected` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await actOnAll(2, 'End bans')
  await page.getByRole('alertdialog').getByRole('button', { name: 'End bans' }).click()
  await expect(page.getByText('1 ban ended. 1 did not work.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'What did not work' })).toContainText('Is not banned')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  expect(await signIn()).toBeUndefined()

  // Many users are sorted, shown with other columns, loaded page by page and deleted together.
  await sql(`insert into auth.users (id, aud, role, email, created_at)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'many' || n || '@example.com', now()
    from generate_series(1, 60) n`)
  await page.reload()
  await expect(page.getByText('62 users in total')).toBeVisible()
  await choose(page.getByRole('combobox', { name: 'Sort users' }), 'Email A–Z')
  await expect(users.getByRole('row').nth(1)).toContainText('ann@example.com')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'User ID' }).click()
  await page.keyboard.press('Escape')
  await expect(users.getByRole('columnheader', { name: 'User ID' })).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  await actOnAll(62, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 62 users' }).click()
  await expect(page.getByText('62 users deleted')).toBeVisible()
  await expect(page.getByText('No users yet')).toBeVisible()
  expect(await sql('select count(*)::int as left from auth.users')).toEqual([{ left: 0 }])
})
