import { expect, type Locator } from '@playwright/test'

/**
 * Opens a box of choices and clicks one. It is looked for in the box's own list: one that was open before still fades,
 * and stays in the document, hidden, with options of the same names.
 */
export async function choose(box: Locator, option: string) {
  await box.click()
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  const list = box.page().locator(`[id="${await box.getAttribute('aria-controls')}"]`)
  await list.getByRole('option', { name: option, exact: true }).click()
  await expect(box).toHaveText(option)
}
