import { randomBytes } from 'node:crypto'
import { signUp } from '@basalt/contract/access/access.endpoints.ts'
import { SESSION_COOKIE } from '@basalt/contract/access/access.rules.ts'
import { streamEvents } from '@basalt/contract/events/events.endpoints.ts'
import { createOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { createProject } from '@basalt/contract/projects/projects.endpoints.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Caller, call, send, sessionOf, withSession } from '../scripts/api-client.ts'
import { whenHealthy } from '../scripts/demo/demo-data.ts'

/** Someone who is signed in; `caller` speaks to the server as them. */
export interface Account {
  readonly email: string
  readonly password: string
  readonly session: string
  readonly caller: Caller
}

const origin = () => {
  const found = process.env.BASALT_E2E_ORIGIN
  if (!found) throw new Error('The server of the browser tests was not started')
  return found
}

const unique = () => randomBytes(4).toString('hex')

/** Makes an account of its own, so that tests never meet each other. */
export async function newAccount(): Promise<Account> {
  const email = `user-${unique()}@example.com`
  const password = `password ${unique()}`
  // Each from an address of its own: all tests together sign up faster than one person may.
  const stranger: Caller = { origin: origin(), headers: { 'x-forwarded-for': someAddress() } }
  const session = sessionOf(await send(stranger, signUp, { body: { email, password } }))
  return { email, password, session, caller: withSession(stranger, session) }
}

const someAddress = () => `10.${[...randomBytes(3)].join('.')}`

export const newOrganization = (
  { caller }: Account,
  name = `Organization ${unique()}`,
): Promise<Organization> => call(caller, createOrganization, { body: { name } })

/** Makes a project and waits until its database answers. */
export async function newProject(
  { caller }: Account,
  { slug }: Organization,
  name = `Project ${unique()}`,
): Promise<Project> {
  const { ref } = await call(caller, createProject, { body: { organization_slug: slug, name } })
  return whenHealthy(caller, ref)
}

/** Signs a browser in without the form. */
export const signInBrowser = (context: BrowserContext, { session }: Account) =>
  context.addCookies([
    { name: SESSION_COOKIE, value: session, url: origin(), httpOnly: true, sameSite: 'Lax' },
  ])

/** Opens a page and waits until it hears of what happens elsewhere. */
export async function openListening(page: Page, path: string) {
  const listening = startsListening(page)
  await page.goto(path)
  await listening
}

/** Resolves as soon as the page hears of what happens elsewhere; asked for before what makes it listen. */
export const startsListening = (page: Page) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === streamEvents.path)

interface Fixtures {
  /** Twice the time, whatever else the machine has to do: a test ends with what it waits for, not with its limit. */
  patience: undefined
  /** A new account; the test's browser is signed in to it. */
  account: Account
  /** An organization of that account. */
  organization: Organization
  /** A project of that organization, with its database up. */
  project: Project
}

const VIOLATION = 'Content Security Policy violation'

/**
 * Every page of every test runs under the strict policy, and what the browser reports about it fails the test: also
 * what a library tried and caught, which browsers report and do not print.
 */
async function collectComplaints(page: Page) {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.addInitScript((name) => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
      // biome-ignore lint/suspicious/noConsole: how the page tells the test
      console.warn(`${name}: ${violatedDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`),
    )
  }, VIOLATION)
  return complaints
}

export const test = base.extend<Fixtures>({
  page: async ({ page }, use) => {
    const complaints = await collectComplaints(page)
    await use(page)
    expect(complaints).toEqual([])
  },
  patience: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
    async ({}, use, testInfo) => {
      testInfo.setTimeout(testInfo.timeout * 2)
      await use(undefined)
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  baseURL: async ({}, use) => use(origin()),
  account: async ({ context }, use) => {
    const account = await newAccount()
    await signInBrowser(context, account)
    await use(account)
  },
  organization: async ({ account }, use) => use(await newOrganization(account)),
  project: async ({ account, organization }, use) => use(await newProject(account, organization)),
})
