import { getSnippet } from '@basalt/contract/snippets/snippets.endpoints.ts'
import { expect, type Page, test } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { startOwnServer } from './own-server.ts'
import { TORTURE, tortureSeed } from './torture.ts'

const WORDS = tortureSeed === undefined ? 5 : 12
/** Words that editors do not complete, close or indent. */
const words = (round: number) => Array.from({ length: WORDS }, (_, n) => `r${round}w${n}x `).join('')

test(
  'no character is lost while the server is killed, the network fails and tabs close',
  TORTURE,
  async ({ browser }) => {
    test.slow()
    await using server = await startOwnServer()
    const { origin, caller, ref } = server
    const context = await server.newContext(browser)

    let page = await context.newPage()
    let url = `${origin}/project/${ref}/sql/new`
    let expected = ''
    /** Opens the query in a new tab with the cursor at its end. */
    const reopen = async () => {
      page = await context.newPage()
      await page.goto(url)
      await shows(page, expected)
      await goToEnd(page)
    }
    /** Types key by key, with an action in the middle. */
    const type = async (text: string, happening?: () => Promise<unknown>) => {
      const middle = Math.floor(text.length / 2)
      let happens: Promise<unknown> | undefined
      for (const [at, key] of [...text].entries()) {
        if (at === middle) happens = happening?.()
        await page.keyboard.insertText(key)
      }
      expected += text
      await happens
    }

    await page.goto(url)
    await page.getByRole('textbox', { name: /SQL/ }).click()
    await type(words(1))
    await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
    url = page.url()

    // The tab closes right after the last key.
    await page.close()
    await reopen()

    // The server dies and restarts during typing.
    await type(words(2), () => server.kill())
    await expect(page.getByText('Not saved').first()).toBeVisible()
    await type(words(3), server.restart)
    await expect(page.getByText('Not saved')).toHaveCount(0, { timeout: 30_000 })

    // The server dies, and then the tab.
    await type(words(4), () => server.kill())
    await page.close()
    await server.restart()
    await reopen()

    // The network goes offline and back, and the page is reloaded while offline.
    await context.setOffline(true)
    await type(words(5))
    await context.setOffline(false)
    await type(words(6))
    await page.reload()
    await shows(page, expected)
    await goToEnd(page)

    // To another page and back.
    await type(words(7))
    await shows(page, expected)
    await page
      .getByRole('navigation', { name: 'Project' })
      .getByRole('link', { name: 'Project Overview' })
      .click()
    await expect(page).toHaveURL(`${origin}/project/${ref}`)
    await page.goBack()
    await shows(page, expected)

    // Offline, the tab closes; online again, any editor page saves its text.
    await goToEnd(page)
    await context.setOffline(true)
    await type(words(8))
    await page.close()
    await context.setOffline(false)
    page = await context.newPage()
    await page.goto(`${origin}/project/${ref}/sql/templates`)
    const id = url.slice(-36)
    await expect
      .poll(async () => (await call(caller, getSnippet, { params: { ref, id } })).content.sql, {
        timeout: 30_000,
      })
      .toBe(expected)
    await page.goto(url)
    await shows(page, expected)
    expect(expected).toBe([1, 2, 3, 4, 5, 6, 7, 8].map(words).join(''))
    await context.close()
  },
)

/** Moves the cursor to the end, as a user would before typing. */
async function goToEnd(page: Page) {
  const editor = page.locator('.cm-content')
  await editor.click()
  await expect(editor).toBeFocused()
  await page.keyboard.press('ControlOrMeta+End')
}

async function shows(page: Page, text: string) {
  await expect
    .poll(
      () =>
        page
          .locator('.cm-content')
          .textContent()
          .catch(() => ''),
      { timeout: 30_000 },
    )
    .toBe(text)
  await expect(page.getByText('Compare and choose')).toHaveCount(0)
}
