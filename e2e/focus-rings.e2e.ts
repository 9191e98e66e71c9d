import { expect, type Page } from '@playwright/test'
import { signInBrowser, test } from './fixtures.ts'
import { openBucket } from './storage-explorer.ts'

/** More than on any page. */
const TAB_STOPS_MAX = 120

/**
 * Tabs through a page and returns the elements whose focus ring is clipped by a container. Ignores elements scrolled
 * out of their container.
 */
async function cutRings(page: Page) {
  const found = new Set<string>()
  for (let stop = 0; stop < TAB_STOPS_MAX; stop++) {
    await page.keyboard.press('Tab')
    const cut = await page.evaluate(() => {
      const { activeElement: focused } = document
      if (!focused || focused === document.body) return undefined
      // A dialog's focus guards move the focus on at once.
      if (focused.getAttribute('aria-hidden') === 'true') return { text: '', sides: '' }
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(focused)
      const ring =
        outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
      const box = focused.getBoundingClientRect()
      const sides: string[] = []
      for (let container = focused.parentElement; container; container = container.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(container)
        const outer = container.getBoundingClientRect()
        const left = outer.left + container.clientLeft
        const top = outer.top + container.clientTop
        const right = left + container.clientWidth
        const bottom = top + container.clientHeight
        const isCut = (inside: number) => inside > -0.5 && inside < ring - 0.5
        if (overflowX !== 'visible' && isCut(box.left - left)) sides.push('left')
        if (overflowX !== 'visible' && isCut(right - box.right)) sides.push('right')
        if (overflowY !== 'visible' && isCut(box.top - top)) sides.push('top')
        if (overflowY !== 'visible' && isCut(bottom - box.bottom)) sides.push('bottom')
        if (position === 'fixed') break
      }
      const name = (focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim().slice(0, 40)
      return { text: `${focused.tagName.toLowerCase()} ${name}`, sides: sides.join(' ') }
    })
    if (!cut) break
    if (cut.sides !== '') found.add(`${cut.text}: ${cut.sides}`)
  }
  return [...found]
}

test('no focus ring is clipped', async ({ page, context, account, organization, project }) => {
  await signInBrowser(context, account)
  for (const { path, sees } of [
    { path: `/org/${organization.slug}`, sees: project.name },
    { path: `/org/${organization.slug}/general`, sees: 'Delete' },
    { path: `/project/${project.ref}`, sees: 'Next steps' },
    { path: `/project/${project.ref}/sql`, sees: 'New SQL snippet' },
    { path: `/project/${project.ref}/api`, sees: 'API contents' },
    { path: `/project/${project.ref}/settings/api-keys`, sees: 'Reveal' },
    { path: `/project/${project.ref}?showConnect=true`, sees: 'Direct connection' },
  ]) {
    await page.goto(path)
    await expect(page.getByText(sees).filter({ visible: true }).first(), path).toBeVisible()
    expect(await cutRings(page), path).toEqual([])
  }
  await openBucket(page, account, project.ref, {
    id: 'rings',
    rows: `select 'rings', name, '{"size": 1, "mimetype": "text/plain"}', now() from (values ('a.txt'), ('b/c.txt')) made(name)`,
  })
  await expect(page.getByRole('button', { name: 'a.txt', exact: true })).toBeVisible()
  expect(await cutRings(page)).toEqual([])
})
