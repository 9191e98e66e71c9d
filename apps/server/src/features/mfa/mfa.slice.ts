import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { MemberNotifier } from '../notifications/notifications.port.ts'
import { mfaRoutes } from './mfa.routes.ts'
import { mfaService } from './mfa.service.ts'
import { mfaStore } from './mfa.store.ts'
import { mfaChallenges } from './mfa-challenges.ts'

/** Second factors of accounts, and organizations that require them. */
export function mfaSlice(platform: Platform, { memberNotifier }: { memberNotifier: MemberNotifier }) {
  const { gates, metadata, secrets, organizations, bus, now } = platform
  const store = mfaStore(metadata)
  const service = mfaService({ store, challenges: mfaChallenges(secrets, now), secrets, now })
  return {
    service,
    routes: (app) =>
      app.register(
        mfaRoutes({
          gates,
          service,
          store,
          organizations,
          announce: ({ id, slug }) => bus.publish(id, { type: 'organization', organization_slug: slug }),
          notifyMfaRequired: memberNotifier.notifyMfaRequired,
        }),
      ),
  } satisfies SliceWithPort
}
