import { expect, type Locator } from '@playwright/test'

/**
 * Opens a select and clicks an option. Looks in the select's own list, because the list of another one may still be
 * fading out with options of the same names.
 */
export async function choose(box: Locator, option: string) {
  await box.click()
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  const list = await listOf(box)
  await list.getByRole('option', { name: option, exact: true }).click()
  await expect(box).toHaveText(option)
}

/** The list of options of an open select or combobox, which names it once it is there. */
export async function listOf(box: Locator): Promise<Locator> {
  await expect(box).toHaveAttribute('aria-controls')
  return box.page().locator(`[id="${await box.getAttribute('aria-controls')}"]`)
}
