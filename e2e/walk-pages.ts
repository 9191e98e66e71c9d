import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { expect, type Page } from '@playwright/test'
import { COLOURS, expectAccessible, expectReadableColours } from './accessibility.ts'
import { consoleMessagesOf } from './console-messages.ts'
import {
  type Account,
  test as base,
  newAccount,
  newOrganization,
  newProject,
  signInBrowser,
} from './fixtures.ts'
import { pages } from './pages.ts'

type Theme = 'dark' | 'light'

/** The pages are split into parts, to run in parallel and to narrow down failures. */
const PARTS = 6

interface WorkerFixtures {
  /** The project whose pages are visited, shared because nothing is changed. */
  ground: { account: Account; organization: Organization; project: Project }
}

const test = base.extend<object, WorkerFixtures>({
  ground: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
    async ({}, use) => {
      const account = await newAccount()
      const organization = await newOrganization(account)
      const project = await newProject(account, organization)
      await use({ account, organization, project })
    },
    { scope: 'worker' },
  ],
})

interface Walk {
  /** Everything but colours is checked in the first theme. */
  themes: readonly [Theme, ...Theme[]]
  /** Whether colours are checked in every theme. */
  checksColours: boolean
  /** Opens the next page; a previous one may be open. */
  open: (page: Page, path: string) => Promise<unknown>
}

/** Opens each page by URL, as from a bookmark. */
export const byAddress: Walk['open'] = (page, path) => page.goto(path)

/** Opens the first page by URL and the others by client-side navigation. */
export const byLinks: Walk['open'] = (page, path) =>
  page.url() === 'about:blank'
    ? page.goto(path)
    : page.evaluate((next) => history.pushState(null, '', next), path)

/**
 * Visits every page at the window size of the test project, and checks accessibility and that the console has no
 * warnings or errors.
 */
export function walkPages({ themes: [first, ...others], checksColours, open }: Walk) {
  const except = checksColours ? [] : [COLOURS]
  for (let part = 0; part < PARTS; part++)
    test(`every page is accessible in ${[first, ...others].join(' and ')} and leaves nothing in the console, part ${part + 1}`, async ({
      page,
      context,
      ground: { account, organization, project },
    }) => {
      // Several pages with the checker, also on slow machines.
      test.setTimeout(300_000)
      await signInBrowser(context, account)
      const complaints = consoleMessagesOf(page)
      const mine = pages(organization, project).filter((_page, number) => number % PARTS === part)
      for (const { path, sees } of mine) {
        await page.emulateMedia({ colorScheme: first, reducedMotion: 'reduce' })
        await open(page, path)
        // Tables contain some texts twice, for phones and for wide screens, with one hidden.
        await expect(page.getByText(sees).filter({ visible: true }).first(), path).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('data-theme', first)
        await test.step(path, () => expectAccessible(page, except))
        for (const colorScheme of others) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
          await test.step(`${path} in ${colorScheme}`, () => expectReadableColours(page))
        }
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          `${path} is too wide`,
        ).toBe(true)
      }
      expect(complaints).toEqual([])
    })

  test('the pages for signed-out users are accessible', async ({ page }) => {
    for (const path of ['/sign-in', '/sign-up']) {
      await page.goto(path)
      await expect(page.getByLabel('Email')).toBeVisible()
      await expectAccessible(page)
    }
  })
}
