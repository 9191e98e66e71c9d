import type { Profile } from '@basalt/contract/access/access.schema.ts'
import type { InstallationConfig } from '@basalt/contract/installation/installation.schema.ts'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { accessQueries } from '../areas/account/access/access.queries.ts'
import { destinationAfterSignIn } from '../areas/account/access/redirect.rules.ts'
import { installationQueries } from '../areas/installation/installation/installation.queries.ts'

export interface Session {
  config: InstallationConfig
  /** Null when nobody is signed in, and in the self-hosted edition, which has no accounts. */
  profile: Profile | null
}

/** Returns the installation's config and the signed-in user, if any. Redirects to the set-up when it is due. */
export async function getSession(client: QueryClient): Promise<Session> {
  const config = await client.ensureQueryData(installationQueries.config())
  if (config.edition === 'self-hosted') return { config, profile: null }
  if (config.setup_required) throw redirect({ to: '/setup' })
  return { config, profile: await client.ensureQueryData(accessQueries.profile()) }
}

/** For pages behind the sign-in: returns the session or redirects to the sign-in page, which leads back to `href`. */
export async function requireSession(client: QueryClient, href: string): Promise<Session> {
  const session = await getSession(client)
  if (session.config.edition !== 'self-hosted' && !session.profile)
    throw redirect({ to: '/sign-in', search: href === '/' ? {} : { redirect: href } })
  return session
}

/** For the sign-in pages: returns the installation's config, or redirects users who are signed in. */
export async function requireSignedOut(
  client: QueryClient,
  back: string | undefined,
): Promise<InstallationConfig> {
  const config = await client.ensureQueryData(installationQueries.config())
  if (config.edition === 'self-hosted') throw redirect({ to: '/' })
  if (config.setup_required) throw redirect({ to: '/setup' })
  const profile = await client.ensureQueryData(accessQueries.profile())
  if (profile) throw redirect({ href: destinationAfterSignIn(back) })
  return config
}

/** Redirects in the self-hosted edition, which has neither accounts nor organizations. */
export function requirePlatform({ config }: Session) {
  if (config.edition === 'self-hosted') throw redirect({ to: '/' })
}
