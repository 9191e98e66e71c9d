import { randomUUID } from 'node:crypto'
import { createSnippet, getSnippet, saveSnippet } from '@basalt/contract/snippets/snippets.endpoints.ts'
import { expect, type Route } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { test } from './fixtures.ts'
import { holdScripts } from './hold-scripts.ts'

/** The requests that a page needs before it can display a query. */
const REQUIRED = [/^\/api\/config$/, /\/profile$/, /\/projects\/[a-z]+$/, /\/content\/item\//]

/** Words that no editor completes, closes or indents by itself. */
const word = (n: number) => `w${n}x `

test('text typed right after a reload stays, whichever response is delayed', async ({
  page,
  account,
  project,
}) => {
  test.slow()
  const id = randomUUID()
  const place = { ref: project.ref, id }
  await call(account.caller, createSnippet, {
    params: { ref: project.ref },
    body: { id, name: 'Kept', content: { content_id: id, sql: 'kept ' } },
  })
  const content = page.locator('.cm-content')
  await page.goto(`/project/${project.ref}/sql/${id}`)
  await expect(content).toHaveText('kept')

  // Holds every save, and every response that the editor does not need.
  const waiting: Route[] = []
  await page.route(/\/(api|platform|v1)\//, (route) => {
    const { pathname } = new URL(route.request().url())
    return REQUIRED.some((one) => one.test(pathname)) ? route.continue() : void waiting.push(route)
  })
  await page.reload()
  await expect(content).toHaveText('kept')
  await content.click()
  await page.keyboard.press('ControlOrMeta+End')
  await expect(content).toBeFocused()
  const mounted = await content.elementHandle()
  let expected = 'kept '
  const type = async (text: string) => {
    for (const key of text) await page.keyboard.insertText(key)
    expected += text
  }
  await type(word(0))
  // The save of the typed text is held too.
  await expect.poll(() => waiting.some((one) => one.request().method() === 'PUT')).toBe(true)
  let answered = 0
  for (let route = waiting.shift(); route; route = waiting.shift()) {
    answered += 1
    await type(word(answered))
    await answer(route)
    await type(word(answered))
  }
  await page.unroute(/\/(api|platform|v1)\//)
  expect(answered).toBeGreaterThan(8)
  await expect.poll(() => content.textContent()).toBe(expected)
  await expect(content).toBeFocused()
  expect(await mounted?.evaluate((element) => element.isConnected)).toBe(true)
  await expect
    .poll(async () => (await call(account.caller, getSnippet, { params: place })).content.sql)
    .toBe(expected)
  await expect(page.getByText('Compare and choose')).toHaveCount(0)
})

/** Lets the server respond; resolves when the page has the response, or no longer wants it. */
async function answer(route: Route) {
  // A stream of events does not end.
  if (new URL(route.request().url()).pathname.endsWith('/events')) return route.continue()
  const response = await route.fetch()
  await route.fulfill({ response }).catch(() => undefined)
}

test('a save that arrives after its page was reloaded is no conflict', async ({
  page,
  account,
  project,
  context,
}) => {
  const id = randomUUID()
  const place = { ref: project.ref, id }
  await call(account.caller, createSnippet, {
    params: { ref: project.ref },
    body: { id, name: 'Kept', content: { content_id: id, sql: 'kept ' } },
  })
  const content = page.locator('.cm-content')
  await page.goto(`/project/${project.ref}/sql/${id}`)
  await expect(content).toHaveText('kept')

  // The page is reloaded before its saves arrive.
  const bodies: string[] = []
  await context.route('**/content', (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    bodies.push(route.request().postData() ?? '')
    return route.abort()
  })
  await content.click()
  await page.keyboard.press('ControlOrMeta+End')
  for (const key of 'first ') await page.keyboard.insertText(key)
  await expect.poll(() => bodies.length).toBeGreaterThan(0)
  await page.reload()
  await expect.poll(() => content.textContent()).toBe('kept first ')

  // It arrives after the next page has read the query.
  const late = bodies[0]!
  await call(account.caller, saveSnippet, { params: { ref: project.ref }, body: JSON.parse(late) })
  await context.unroute('**/content')
  await content.click()
  await page.keyboard.press('ControlOrMeta+End')
  for (const key of 'second ') await page.keyboard.insertText(key)
  await expect
    .poll(async () => (await call(account.caller, getSnippet, { params: place })).content.sql)
    .toBe('kept first second ')
  await expect(page.getByText('Compare and choose')).toHaveCount(0)
})

test('typed text stays when the user returns before the next page has loaded', async ({
  page,
  account,
  project,
}) => {
  const id = randomUUID()
  const place = { ref: project.ref, id }
  await call(account.caller, createSnippet, {
    params: { ref: project.ref },
    body: { id, name: 'Kept', content: { content_id: id, sql: 'kept ' } },
  })
  const overview = 'src/routes/_shell/project.$ref.index.tsx?tsr-split=component'
  const release = await holdScripts(page, [overview])
  const content = page.locator('.cm-content')
  await page.goto(`/project/${project.ref}/sql/${id}`)
  await expect(content).toHaveText('kept')
  await content.click()
  await page.keyboard.press('ControlOrMeta+End')
  for (const key of 'first ') await page.keyboard.insertText(key)
  await page
    .getByRole('navigation', { name: 'Project' })
    .getByRole('link', { name: 'Project Overview' })
    .click()
  await expect(page.locator('#content').getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(content).toBeHidden()
  await page.goBack()
  await expect(content).toBeVisible()
  await expect.poll(() => content.textContent()).toBe('kept first ')
  await release(overview)

  await content.click()
  await page.keyboard.press('ControlOrMeta+End')
  for (const key of 'second ') await page.keyboard.insertText(key)
  await expect
    .poll(async () => (await call(account.caller, getSnippet, { params: place })).content.sql)
    .toBe('kept first second ')
})
