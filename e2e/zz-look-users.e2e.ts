import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { call } from '../scripts/api-client.ts'
import { test } from './fixtures.ts'

test('look', async ({ page, project, account }) => {
  test.setTimeout(600_000)
  const { ref } = project
  const keys = await call(account.caller, listApiKeys, { params: { ref } })
  const apikey = keys.find(({ name }) => name === 'anon')!.api_key!
  for (const n of ['ann', 'bob', 'cleo']) {
    for (const path of ['/signup', '/token?grant_type=password'])
      await fetch(`${account.caller.origin}/p/${ref}/auth/v1${path}`, {
        method: 'POST',
        headers: { apikey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${n}@example.com`, password: 'correct horse', data: { full_name: `${n} Example` } }),
      })
  }
  const shots: [string, string][] = [
    ['users', `/project/${ref}/auth/users`],
    ['quick', `/project/${ref}/auth/quick-start`],
    ['advanced', `/project/${ref}/auth/advanced`],
    ['notices', `/project/${ref}/auth/templates?tab=notices`],
  ]
  for (const [scheme, size] of [
    ['light', { width: 1280, height: 900 }],
    ['dark', { width: 1280, height: 900 }],
    ['dark', { width: 390, height: 844 }],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize(size)
    for (const [name, path] of shots) {
      await page.goto(path)
      await page.getByRole('main').waitFor()
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: `/tmp/look-users/${name}-${scheme}-${size.width}.png` })
      if (name === 'users') {
        await page.getByRole('link', { name: 'ann@example.com' }).click()
        await page.getByRole('dialog').getByText('Activity').waitFor()
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: `/tmp/look-users/sheet-${scheme}-${size.width}.png` })
        await page.getByRole('button', { name: 'Act as user' }).click()
        await page.getByRole('menuitem', { name: 'API docs' }).waitFor()
        await page.screenshot({ path: `/tmp/look-users/sheetmenu-${scheme}-${size.width}.png` })
        await page.getByRole('menuitem', { name: 'API docs' }).click()
        await page.getByText('Snippets act as').waitFor()
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: `/tmp/look-users/docs-${scheme}-${size.width}.png` })
        await page.goBack()
        await page.getByRole('button', { name: 'Act as user' }).click()
        await page.getByRole('menuitem', { name: 'SQL editor' }).click()
        await page.getByRole('button', { name: /^Role:/ }).click()
        await page.getByLabel('Find a user').waitFor()
        await page.screenshot({ path: `/tmp/look-users/role-${scheme}-${size.width}.png` })
      }
    }
  }
})
