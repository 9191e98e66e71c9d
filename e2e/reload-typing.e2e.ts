import { randomUUID } from 'node:crypto'
import { createSnippet, getSnippet } from '@basalt/contract/snippets/snippets.endpoints.ts'
import { expect, type Page } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { test } from './fixtures.ts'
import { keepBack } from './keep-back.ts'

const CODE = 'src/areas/sql/query/editor/SqlEditor.tsx'
const ROUNDS = 2

/** Words that no editor completes, closes or indents by itself. */
const words = (name: string) => Array.from({ length: 3 }, (_, n) => `${name}w${n}x `).join('')

const content = (page: Page) => page.locator('.cm-content')

async function type(page: Page, text: string) {
  for (const key of text) await page.keyboard.insertText(key)
}

for (const rate of [1, 6, 20]) {
  test(`what is typed right after a reload stays, in the focused editor, at 1/${rate} of the speed`, async ({
    page,
    account,
    project,
  }) => {
    test.slow()
    const id = randomUUID()
    let expected = 'kept '
    await call(account.caller, createSnippet, {
      params: { ref: project.ref },
      body: { id, name: 'Kept', content: { content_id: id, sql: expected } },
    })
    await page.goto(`/project/${project.ref}/sql/${id}`)
    await expect(content(page)).toHaveText(expected)
    const browser = await page.context().newCDPSession(page)
    await browser.send('Emulation.setCPUThrottlingRate', { rate })
    for (let round = 0; round < ROUNDS; round += 1) {
      // Into the editor that is there.
      await page.reload()
      await expect(content(page)).toHaveText(expected)
      await content(page).click()
      await page.keyboard.press('ControlOrMeta+End')
      await type(page, words(`r${round}there`))
      expected += words(`r${round}there`)
      await expect(content(page)).toBeFocused()
      await expect.poll(() => content(page).textContent()).toBe(expected)

      // Into the field that stands there before it, and on while the one takes the place of the other. What was typed
      // last is not saved yet when the page goes.
      const letGo = await keepBack(page, [CODE])
      await page.reload()
      const field = page.getByRole('textbox', { name: 'SQL' })
      await expect(field).toHaveValue(expected)
      await field.click()
      await page.keyboard.press('ControlOrMeta+End')
      await type(page, words(`r${round}early`))
      const released = letGo(CODE)
      await type(page, words(`r${round}between`))
      await released
      await expect(content(page)).toBeFocused()
      await type(page, words(`r${round}late`))
      expected += ['early', 'between', 'late'].map((name) => words(`r${round}${name}`)).join('')
      await expect.poll(() => content(page).textContent()).toBe(expected)
      await expect(content(page)).toBeFocused()
      await page.unroute('**/assets/*.js')
    }
    await expect
      .poll(
        async () =>
          (await call(account.caller, getSnippet, { params: { ref: project.ref, id } })).content.sql,
      )
      .toBe(expected)
    await expect(page.getByText('Compare and choose')).toHaveCount(0)
  })
}
