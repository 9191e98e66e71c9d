import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.1 A and AA, and axe's best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']
/** The contrast of every text with what is behind it. */
export const COLOURS = 'color-contrast'

/**
 * Fails the test with all violations once the page is complete and still. `except` lists rules to skip, with the reason
 * beside the call.
 */
export async function expectAccessible(page: Page, except: string[] = []) {
  await expectComplete(page)
  expect(await faultsIn((await checkerOf(page)).withTags(RULES).disableRules(except))).toEqual([])
}

/**
 * Fails the test with all contrast violations. For pages that `expectAccessible` has checked in another theme, so that
 * only the colours differ.
 */
export async function expectReadableColours(page: Page) {
  await expectComplete(page)
  expect(await faultsIn((await checkerOf(page)).withRules(COLOURS))).toEqual([])
}

/** Instead of the checker's half a megabyte, in a page that has it from an earlier check. */
const CHECKER_IS_LOADED = ';'

/**
 * The checker without its slowest parts: it reports only violations, runs in the page itself ("legacy") instead of a
 * second page for cross-origin frames, which we do not have, and does not fetch the styles of the page again, which only
 * an experimental rule reads that `RULES` leaves out.
 */
async function checkerOf(page: Page) {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  return new AxeBuilder({ page, ...(isLoaded && { axeSource: CHECKER_IS_LOADED }) })
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } })
    .setLegacyMode()
}

async function faultsIn(checker: AxeBuilder) {
  const { violations } = await checker.analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}, at ${node.target.join(' ')}`),
  )
}

/** Waits until the page is complete: it has a heading or a dialog, and nothing loads or moves. */
export const expectComplete = (page: Page) => expect.poll(() => page.evaluate(missingIn)).toEqual([])

/** Runs in the browser, so it cannot use outer variables. */
function missingIn(): string[] {
  const seen = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    )
  const moving = document
    .getAnimations()
    .filter(
      ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    )
  const hasDialog = seen('[role=dialog], [role=alertdialog]').length > 0
  return [
    ...(seen('h1').length === 1 || hasDialog ? [] : ['one heading']),
    ...seen('[role=status]')
      .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? '')
      .filter((label) => label.startsWith('Loading')),
    ...seen('[aria-busy=true]').map((element) => `the end of ${element.textContent}`),
    ...seen('[data-starting-style], [data-ending-style]').map(() => 'a movement that is about to begin'),
    ...moving.map(() => 'the end of a movement'),
  ]
}
