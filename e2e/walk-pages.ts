import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'
import { pages } from './pages.ts'

/** Visits every page and asks the accessibility checker in these themes, at whatever size the project of tests has. */
export function walkPages(themes: readonly ('dark' | 'light')[]) {
  test(`every page is accessible in the themes ${themes.join(' and ')}`, async ({
    page,
    organization,
    project,
  }) => {
    // Some thirty pages, each looked at by the checker, on whatever machine this is.
    test.setTimeout(600_000)
    for (const { path, sees } of pages(organization, project)) {
      await page.goto(path)
      await expect(page.getByText(sees).first(), path).toBeVisible()
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
        await expectAccessible(page)
      }
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${path} is too wide`,
      ).toBe(true)
    }
  })

  test('the pages for strangers are accessible', async ({ page }) => {
    for (const path of ['/sign-in', '/sign-up']) {
      await page.goto(path)
      await expect(page.getByLabel('E-mail')).toBeVisible()
      await expectAccessible(page)
    }
  })
}
