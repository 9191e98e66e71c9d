import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { built, builtOf, dist, keepBack } from './keep-back.ts'

const SHELL_KB_MAX = 200
const SQL_EDITOR_KB_MAX = 400

/** Every script that has to be there before these parts of the program run, and its size gzipped, the largest first. */
function scriptsOf(parts: readonly string[]) {
  const found = new Map<string, number>()
  const visit = (key: string) => {
    const { file, imports = [] } = builtOf(key)
    if (found.has(file)) return
    found.set(file, gzipSync(readFileSync(new URL(file, dist))).length / 1024)
    for (const one of imports) visit(one)
  }
  for (const part of parts) visit(part)
  const sizes = [...found].sort(([, a], [, b]) => b - a)
  return { kilobytes: sizes.reduce((sum, [, size]) => sum + size, 0), largest: sizes.slice(0, 12) }
}

const routes = (...names: string[]) => names.map((name) => `src/routes/${name}.tsx?tsr-split=component`)
/** The page's own script has the frame of every page in it. */
const frame = 'index.html'

test('a page is light: what it does not show at once is loaded later', () => {
  const projects = scriptsOf([frame, ...routes('_shell/org.$slug', '_shell/org.$slug.index')])
  expect(projects.kilobytes, JSON.stringify(projects.largest)).toBeLessThanOrEqual(SHELL_KB_MAX)
  const sql = scriptsOf([
    frame,
    ...routes('_shell/project.$ref', '_shell/project.$ref.sql', '_shell/project.$ref.sql.$id'),
    'src/areas/sql/query/editor/SqlEditor.tsx',
  ])
  expect(sql.kilobytes, JSON.stringify(sql.largest)).toBeLessThanOrEqual(SQL_EDITOR_KB_MAX)
})

/** Chains of files that lead back to where they began. */
function circles() {
  const found: string[] = []
  const done = new Set<string>()
  const visit = (key: string, path: readonly string[]) => {
    if (path.includes(key)) found.push([...path.slice(path.indexOf(key)), key].join(' → '))
    if (path.includes(key) || done.has(key)) return
    for (const one of builtOf(key).imports ?? []) visit(one, [...path, key])
    done.add(key)
  }
  for (const key of Object.keys(built)) visit(key, [])
  return found
}

test('no files of the build import each other, or one would run before what it needs is there', () => {
  expect(Object.keys(built).length).toBeGreaterThan(100)
  expect(circles()).toEqual([])
})

test('what is typed before the SQL editor is loaded stays, and is saved', async ({ page, project }) => {
  const part = 'src/areas/sql/query/editor/SqlEditor.tsx'
  const letGo = await keepBack(page, [part])
  await page.goto(`/project/${project.ref}/sql/new`)
  await expect(page.getByRole('textbox', { name: 'SQL' })).toBeFocused()
  await page.keyboard.type('select early')
  await page.keyboard.press('Home')
  await page.keyboard.type('-- ')
  await expect(page).toHaveURL(/\/sql\/[0-9a-f-]{36}$/)
  await expect(page.locator('.cm-content')).toHaveCount(0)
  await letGo(part)
  await expect(page.locator('.cm-content')).toBeFocused()
  // The cursor is where it was.
  await page.keyboard.type('not ')
  await expect(page.locator('.cm-content')).toHaveText('-- not select early')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.locator('.cm-content')).toHaveText('-- not select early')
})

test('SQL that is run before the SQL editor is loaded runs', async ({ page, project }) => {
  const part = 'src/areas/sql/query/editor/SqlEditor.tsx'
  const letGo = await keepBack(page, [part])
  await page.goto(`/project/${project.ref}/sql/new`)
  await expect(page.getByRole('textbox', { name: 'SQL' })).toBeFocused()
  await page.keyboard.type('select 41 + 1 as early; select 2 as second')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('tab', { name: /select 2 as second/ })).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByRole('gridcell', { name: '42', exact: true })).toBeVisible()
  await expect(page.locator('.cm-content')).toHaveCount(0)
  // Formatting waits for the editor.
  await page.keyboard.press('Shift+Alt+F')
  await letGo(part)
  await expect(page.locator('.cm-line').nth(1)).toBeVisible()
})

test('what is opened before it is loaded opens as soon as it is', async ({ page, organization }) => {
  const account = page.getByRole('button', { name: 'account menu' })
  const switcher = page.getByRole('combobox', { name: 'Switch organization' })
  const help = page.getByRole('button', { name: 'Help' })
  const steps = [
    {
      part: 'src/app/shell/account/AccountMenu.tsx',
      open: () => account.click(),
      shown: page.getByRole('menuitem', { name: 'Log out' }),
      button: account,
    },
    {
      part: 'src/app/shell/switchers/OrganizationSwitcher.tsx',
      open: () => switcher.press('Enter'),
      shown: page.getByPlaceholder('Find organization...'),
      button: switcher,
    },
    {
      part: 'src/areas/installation/help/HelpButton.tsx',
      open: () => help.press('Space'),
      shown: page.getByRole('link', { name: 'Docs', exact: true }),
      button: help,
    },
    {
      part: 'src/app/commands/Overlays.tsx',
      open: () => page.keyboard.press('Control+k'),
      shown: page.getByPlaceholder('Type a command or search...'),
      button: help,
    },
  ]
  const letGo = await keepBack(
    page,
    steps.map(({ part }) => part),
  )
  await page.goto(`/org/${organization.slug}/general`)
  await expect(page.getByRole('heading', { name: 'Organization settings' })).toBeVisible()
  for (const { part, open, shown, button } of steps) {
    await open()
    await expect(shown).toBeHidden()
    await letGo(part)
    await expect(shown).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(shown).toBeHidden()
    await expect(button).toBeFocused()
  }
})

test('what arrives while its button is held down opens when the button is let go', async ({
  page,
  organization,
}) => {
  const steps = [
    {
      part: 'src/areas/account/notifications/NotificationsButton.tsx',
      button: page.getByRole('button', { name: /^Notifications/ }),
      shown: page.getByRole('dialog', { name: 'Notifications' }),
    },
    {
      part: 'src/app/shell/account/AccountMenu.tsx',
      button: page.getByRole('button', { name: 'account menu' }),
      shown: page.getByRole('menuitem', { name: 'Log out' }),
    },
    {
      part: 'src/areas/installation/help/HelpButton.tsx',
      button: page.getByRole('button', { name: 'Help' }),
      shown: page.getByRole('link', { name: 'Docs', exact: true }),
    },
  ]
  const letGo = await keepBack(
    page,
    steps.map(({ part }) => part),
  )
  await page.goto(`/org/${organization.slug}/general`)
  await expect(page.getByRole('heading', { name: 'Organization settings' })).toBeVisible()
  for (const { part, button, shown } of steps) {
    await button.hover()
    await page.mouse.down()
    const arrived = page.waitForResponse((response) => response.url().endsWith(builtOf(part).file))
    await letGo(part)
    await (await arrived).finished()
    await page.evaluate((file) => import(file), `/${builtOf(part).file}`)
    await page.mouse.up()
    await expect(shown).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(shown).toBeHidden()
  }
})
