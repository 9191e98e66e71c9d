import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.1 A and AA, and what the checker's authors call good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']
const COLOURS = 'color-contrast'

/**
 * Fails the test with each fault and where it is, once the page is complete and stands still. `except` names rules that
 * do not hold for this state, with reason beside the call.
 */
export async function expectAccessible(page: Page, except: string[] = []) {
  await expectComplete(page)
  expect(await faultsIn(checkerOf(page).withTags(RULES).disableRules(except))).toEqual([])
}

/**
 * Fails the test with each fault in the colours, on a page that `expectAccessible` has looked at in another theme: only
 * the colours can differ.
 */
export async function expectReadableColours(page: Page) {
  await expectComplete(page)
  expect(await faultsIn(checkerOf(page, CHECKER_IS_LOADED).withRules(COLOURS))).toEqual([])
}

/** A script that does nothing, instead of the checker's half a megabyte, where that is in the page already. */
const CHECKER_IS_LOADED = ';'

/**
 * The checker without what would take most of its time. What is right need not be described. And it runs in the page
 * alone ("legacy"), not in a second one that is opened to gather what was found in frames of other origins: no page of
 * ours has any.
 */
const checkerOf = (page: Page, axeSource?: string) =>
  new AxeBuilder({ page, ...(axeSource && { axeSource }) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()

async function faultsIn(checker: AxeBuilder) {
  const { violations } = await checker.analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}, at ${node.target.join(' ')}`),
  )
}

/** Waits until nothing of the page is on its way any more: its heading or a dialog is there, nothing loads or moves. */
export const expectComplete = (page: Page) => expect.poll(() => page.evaluate(missingIn)).toEqual([])

/** Runs in the browser, so it sees nothing from around it. */
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
