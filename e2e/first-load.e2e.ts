import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { built, builtOf, dist, holdScripts } from './hold-scripts.ts'

const SHELL_KB_MAX = 200
const SQL_EDITOR_KB_MAX = 400

/** All scripts that these modules need, with their gzipped sizes, largest first. */
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
/** The entry script contains the shell of every page. */
const frame = 'index.html'

test('the first load of a page is small', () => {
  const projects = scriptsOf([frame, ...routes('_shell/org.$slug', '_shell/org.$slug.index')])
  expect(projects.kilobytes, JSON.stringify(projects.largest)).toBeLessThanOrEqual(SHELL_KB_MAX)
  const sql = scriptsOf([
    frame,
    ...routes('_shell/project.$ref', '_shell/project.$ref.sql', '_shell/project.$ref.sql.$id'),
    'src/areas/sql/query/editor/SqlEditor.tsx',
  ])
  expect(sql.kilobytes, JSON.stringify(sql.largest)).toBeLessThanOrEqual(SQL_EDITOR_KB_MAX)
})

/** Import cycles between files. */
function importCycles() {
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

test('the build has no import cycles', () => {
  expect(Object.keys(built).length).toBeGreaterThan(100)
  expect(importCycles()).toEqual([])
})

test('text typed before the SQL editor is loaded stays and is saved', async ({ page, project }) => {
  const part = 'src/areas/sql/query/editor/SqlEditor.tsx'
  const release = await holdScripts(page, [part])
  await page.goto(`/project/${project.ref}/sql/new`)
  await expect(page.getByRole('textbox', { name: 'SQL' })).toBeFocused()
  await page.keyboard.type('select early')
  await page.keyboard.press('Home')
  await page.keyboard.type('-- ')
  await expect(page).toHaveURL(/\/sql\/[0-9a-f-]{36}$/)
  await expect(page.locator('.cm-content')).toHaveCount(0)
  await release(part)
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
  const release = await holdScripts(page, [part])
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
  await release(part)
  await expect(page.locator('.cm-line').nth(1)).toBeVisible()
})

test('controls used before they are loaded open once loaded', async ({ page, organization }) => {
  const account = page.getByRole('button', { name: 'account menu' })
  const switcher = page.getByRole('combobox', { name: 'Switch organization' })
  const help = page.getByRole('button', { name: 'Help' })
  const steps = [
    {
      part: 'src/app/shell/account/AccountMenu.tsx',
      open: () => account.click(),
      opened: page.getByRole('menuitem', { name: 'Log out' }),
      button: account,
    },
    {
      part: 'src/app/shell/switchers/OrganizationSwitcher.tsx',
      open: () => switcher.press('Enter'),
      opened: page.getByPlaceholder('Find organization...'),
      button: switcher,
    },
    {
      part: 'src/areas/installation/help/HelpButton.tsx',
      open: () => help.press('Space'),
      opened: page.getByRole('link', { name: 'Docs', exact: true }),
      button: help,
    },
    {
      part: 'src/app/commands/Overlays.tsx',
      open: () => page.keyboard.press('Control+k'),
      opened: page.getByPlaceholder('Type a command or search...'),
      button: help,
    },
  ]
  const release = await holdScripts(
    page,
    steps.map(({ part }) => part),
  )
  await page.goto(`/org/${organization.slug}/general`)
  await expect(page.getByRole('heading', { name: 'Organization settings' })).toBeVisible()
  for (const { part, open, opened, button } of steps) {
    await open()
    await expect(opened).toBeHidden()
    await release(part)
    await expect(opened).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opened).toBeHidden()
    await expect(button).toBeFocused()
  }
})

test('a control that loads while its button is pressed opens when the button is released', async ({
  page,
  organization,
}) => {
  const steps = [
    {
      part: 'src/areas/account/notifications/NotificationsButton.tsx',
      button: page.getByRole('button', { name: /^Notifications/ }),
      opened: page.getByRole('dialog', { name: 'Notifications' }),
    },
    {
      part: 'src/app/shell/account/AccountMenu.tsx',
      button: page.getByRole('button', { name: 'account menu' }),
      opened: page.getByRole('menuitem', { name: 'Log out' }),
    },
    {
      part: 'src/areas/installation/help/HelpButton.tsx',
      button: page.getByRole('button', { name: 'Help' }),
      opened: page.getByRole('link', { name: 'Docs', exact: true }),
    },
  ]
  const release = await holdScripts(
    page,
    steps.map(({ part }) => part),
  )
  await page.goto(`/org/${organization.slug}/general`)
  await expect(page.getByRole('heading', { name: 'Organization settings' })).toBeVisible()
  for (const { part, button, opened } of steps) {
    await button.hover()
    await page.mouse.down()
    const arrived = page.waitForResponse((response) => response.url().endsWith(builtOf(part).file))
    await release(part)
    await (await arrived).finished()
    await page.evaluate((file) => import(file), `/${builtOf(part).file}`)
    await page.mouse.up()
    await expect(opened).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opened).toBeHidden()
  }
})
