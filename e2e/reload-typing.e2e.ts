import { randomUUID } from 'node:crypto'
import { createSnippet, getSnippet } from '@basalt/contract/snippets/snippets.endpoints.ts'
import { expect, type Page } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { test } from './fixtures.ts'
import { holdScripts } from './hold-scripts.ts'
import { TORTURE, tortureSeed } from './torture.ts'

const CODE = 'src/areas/sql/query/editor/SqlEditor.tsx'

/** Words that editors do not complete, close or indent. */
const words = (name: string) => Array.from({ length: 2 }, (_, n) => `${name}${n}x `).join('')

const content = (page: Page) => page.locator('.cm-content')

async function type(page: Page, text: string) {
  for (const key of text) await page.keyboard.insertText(key)
}

for (const rate of tortureSeed === undefined ? [4] : [20, 10, 6, 4, 2]) {
  test(
    `text typed right after a reload stays, in the focused editor, at 1/${rate} of the speed`,
    TORTURE,
    async ({ page, account, project }) => {
      test.slow()
      const id = randomUUID()
      const place = { ref: project.ref, id }
      await call(account.caller, createSnippet, {
        params: { ref: project.ref },
        body: { id, name: 'Kept', content: { content_id: id, sql: words('kept') } },
      })
      let expected = words('kept')
      const shows = () => expect.poll(() => content(page).textContent()).toBe(expected)
      await page.goto(`/project/${project.ref}/sql/${id}`)
      await shows()
      const browser = await page.context().newCDPSession(page)
      await browser.send('Emulation.setCPUThrottlingRate', { rate })

      // Into the loaded editor.
      await page.reload()
      await shows()
      await content(page).click()
      await page.keyboard.press('ControlOrMeta+End')
      await type(page, words('there'))
      expected += words('there')
      await expect(content(page)).toBeFocused()
      await shows()

      // Into the placeholder field, and on while the editor replaces it. The last characters may not be saved yet at the
      // next reload.
      const release = await holdScripts(page, [CODE])
      await page.reload()
      const field = page.getByRole('textbox', { name: 'SQL' })
      await expect(field).toHaveValue(expected)
      await field.click()
      await page.keyboard.press('ControlOrMeta+End')
      await type(page, words('early'))
      const isReleased = release(CODE)
      await type(page, words('between'))
      await isReleased
      await expect(content(page)).toBeFocused()
      await type(page, words('late'))
      expected += words('early') + words('between') + words('late')
      await shows()
      await expect(content(page)).toBeFocused()
      await expect
        .poll(async () => (await call(account.caller, getSnippet, { params: place })).content.sql)
        .toBe(expected)
      await expect(page.getByText('Compare and choose')).toHaveCount(0)
    },
  )
}
