import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.1 A and AA, and what the checker's authors call good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']

/** Fails the test with each fault and where it is. `except` names rules that do not hold for this state, with reason beside the call. */
export async function expectAccessible(page: Page, except: string[] = []) {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).disableRules(except).analyze()
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}, at ${node.target.join(' ')}`),
  )
  expect(faults).toEqual([])
}
