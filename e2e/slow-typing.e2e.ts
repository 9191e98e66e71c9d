import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { TORTURE, tortureSeed } from './torture.ts'

/** Words that editors do not complete, close or indent. */
const WORDS = Array.from({ length: 4 }, (_, n) => `w${n}x `).join('')

/** As fast as people type. */
const KEY_MS = 80

const text = (page: Page) =>
  page.locator('.cm-content').evaluate((content) => (content as HTMLElement).innerText.replace(/\n$/, ''))

for (const rate of tortureSeed === undefined ? [4] : [20, 10, 6, 4, 2, 1]) {
  test(
    `text typed into a new query stays, in the focused editor, at 1/${rate} of the speed`,
    TORTURE,
    async ({ page, project }) => {
      test.slow()
      // Throttled after loading: this is about the change of URL, not the download.
      await page.goto(`/project/${project.ref}/sql/new`)
      const editor = page.getByRole('textbox', { name: 'SQL' })
      await expect(editor).toBeFocused()
      const mounted = await page.locator('.cm-editor').elementHandle()
      const browser = await page.context().newCDPSession(page)
      await browser.send('Emulation.setCPUThrottlingRate', { rate })

      await page.keyboard.type(WORDS, { delay: KEY_MS })
      await expect(page).toHaveURL(/\/sql\/[0-9a-f-]{36}$/)
      await expect.poll(() => text(page)).toBe(WORDS)
      await expect(editor).toBeFocused()
      expect(await mounted?.evaluate((element) => element.isConnected)).toBe(true)

      await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      // The cursor stays, and undo works across the change of URL.
      await page.keyboard.type('end')
      await expect.poll(() => text(page)).toBe(`${WORDS}end`)
      for (let step = 0; step < 60 && (await text(page)) !== ''; step += 1)
        await page.keyboard.press('ControlOrMeta+z')
      await expect(page.locator('.cm-placeholder')).toBeVisible()
      await page.keyboard.press('ControlOrMeta+y')
      await expect(page.locator('.cm-placeholder')).toHaveCount(0)
    },
  )
}
