import { randomBytes } from 'node:crypto'
import { signUp } from '@basalt/contract/access/access.endpoints.ts'
import { SESSION_COOKIE } from '@basalt/contract/access/access.rules.ts'
import { streamEvents } from '@basalt/contract/events/events.endpoints.ts'
import { acceptInvitation, createInvitations } from '@basalt/contract/members/members.endpoints.ts'
import { createOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { createProject } from '@basalt/contract/projects/projects.endpoints.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Caller, call, send, sessionOf, withSession } from '../scripts/api-client.ts'
import { whenHealthy } from '../scripts/demo/demo-data.ts'

/** A signed-in user; `caller` calls the server as them. */
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

/** Creates a new account, so that tests are independent. */
export async function newAccount(): Promise<Account> {
  const email = `user-${unique()}@example.com`
  const password = `password ${unique()}`
  // Each from its own IP address, because all tests together exceed the limit on sign-ups per address.
  const stranger: Caller = { origin: origin(), headers: { 'x-forwarded-for': someAddress() } }
  const session = sessionOf(await send(stranger, signUp, { body: { email, password } }))
  return { email, password, session, caller: withSession(stranger, session) }
}

const someAddress = () => `10.${[...randomBytes(3)].join('.')}`

export const newOrganization = (
  { caller }: Account,
  name = `Organization ${unique()}`,
): Promise<Organization> => call(caller, createOrganization, { body: { name } })

/** Creates a project and waits until its database is up. */
export async function newProject(
  { caller }: Account,
  { slug }: Organization,
  name = `Project ${unique()}`,
  db_pass?: string,
): Promise<Project> {
  const body = { organization_slug: slug, name, ...(db_pass !== undefined && { db_pass }) }
  const { ref } = await call(caller, createProject, { body })
  return whenHealthy(caller, ref)
}

/** Runs a script in a project's database and returns the rows of its last statement. */
export type Sql = (script: string) => Promise<Record<string, unknown>[]>

/** Runs SQL outside the page, as another client would. */
export const sqlOf =
  (caller: Caller, { ref }: Pick<Project, 'ref'>): Sql =>
  async (query) =>
    (await call(caller, runQuery, { params: { ref }, query: {}, body: { query } })) as Record<
      string,
      unknown
    >[]

/** Signs a browser in without the form. */
export const signInBrowser = (context: BrowserContext, { session }: Account) =>
  context.addCookies([
    { name: SESSION_COOKIE, value: session, url: origin(), httpOnly: true, sameSite: 'Lax' },
  ])

/** Adds a new member with the role read-only to the organization, and signs the browser in as them. */
export async function signInAsReader(context: BrowserContext, { caller }: Account, slug: string) {
  const reader = await newAccount()
  const [invitation] = await call(caller, createInvitations, {
    params: { slug },
    body: { emails: [reader.email], role_id: 'read_only' },
  })
  const token = new URL(invitation!.link).searchParams.get('token') ?? ''
  await call(reader.caller, acceptInvitation, { params: { slug, token } })
  await context.clearCookies()
  await signInBrowser(context, reader)
}

/** Opens a page and waits until its event stream is connected. */
export async function openConnected(page: Page, path: string) {
  const listening = eventStreamConnected(page)
  await page.goto(path)
  await listening
}

/** Resolves once the page's event stream is connected; call it before the action that opens the stream. */
export const eventStreamConnected = (page: Page) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === streamEvents.path)

interface Fixtures {
  /** Doubled timeouts for busy machines: a test should fail at an assertion, not at its time limit. */
  patience: undefined
  /** A new account; the test's browser is signed in to it. */
  account: Account
  /** An organization of that account. */
  organization: Organization
  /** A project of that organization, with its database up. */
  project: Project
  /** Runs SQL in that project outside the page, as another client would. */
  sql: Sql
}

const VIOLATION = 'Content Security Policy violation'

/**
 * Every page of every test runs under the strict policy, and reported violations fail the test, also those that a
 * library caught and the console does not print.
 */
async function collectViolations(page: Page) {
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
    const complaints = await collectViolations(page)
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
  sql: async ({ account, project }, use) => use(sqlOf(account.caller, project)),
})
