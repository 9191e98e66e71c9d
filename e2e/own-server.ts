import { signIn } from '@basalt/contract/access/access.endpoints.ts'
import { SESSION_COOKIE } from '@basalt/contract/access/access.rules.ts'
import { createOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { createProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import type { Browser } from '@playwright/test'
import { call, send, sessionOf, withSession } from '../scripts/api-client.ts'
import { withOwner } from './server-process.ts'

/** A server with one project, for a story that kills it. Stops and removes it at the end of the block. */
export async function startOwnServer() {
  await using cleanup = new AsyncDisposableStack()
  const dataDir = newDataDir()
  cleanup.defer(() => removeDataDir(dataDir))
  let server = await startServer(dataDir, withOwner)
  cleanup.defer(() => server.stop())
  const { port, origin } = server
  const stranger = { origin, headers: {} }
  const session = sessionOf(
    await send(stranger, signIn, {
      body: { email: withOwner.BASALT_OWNER_EMAIL, password: withOwner.BASALT_OWNER_PASSWORD },
    }),
  )
  const caller = withSession(stranger, session)
  const { slug } = await call(caller, createOrganization, { body: { name: 'Acme' } })
  const { ref } = await call(caller, createProject, { body: { organization_slug: slug, name: 'Shop' } })
  const owned = cleanup.move()
  return {
    origin,
    /** Calls it as its owner. */
    caller,
    /** The project, whose database may still be starting. */
    ref,
    kill: () => server.stop('SIGKILL'),
    /** Starts it again on the same port, after it was killed. */
    restart: async () => {
      server = await startServer(dataDir, withOwner, port)
    },
    /** A browser window in which its owner is signed in. */
    newContext: async (browser: Browser) => {
      const context = await browser.newContext()
      await context.addCookies([
        { name: SESSION_COOKIE, value: session, url: origin, httpOnly: true, sameSite: 'Lax' },
      ])
      return context
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
