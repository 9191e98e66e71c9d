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

/** Who is there, if anybody is. */
export async function findSession(client: QueryClient): Promise<Session> {
  const config = await client.ensureQueryData(installationQueries.config())
  if (config.edition === 'self-hosted') return { config, profile: null }
  if (config.setup_required) throw redirect({ to: '/setup' })
  return { config, profile: await client.ensureQueryData(accessQueries.profile()) }
}

/** For pages behind the sign-in: who is there, or off to where one signs in, and back here afterwards. */
export async function requireSession(client: QueryClient, href: string): Promise<Session> {
  const session = await findSession(client)
  if (session.config.edition !== 'self-hosted' && !session.profile)
    throw redirect({ to: '/sign-in', search: href === '/' ? {} : { redirect: href } })
  return session
}

/** For the sign-in pages: the installation's switches, or straight on for those who have nothing to do there. */
export async function requireNobody(
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

/** The self-hosted edition has neither accounts nor organizations. */
export function requirePlatform({ config }: Session) {
  if (config.edition === 'self-hosted') throw redirect({ to: '/' })
}
