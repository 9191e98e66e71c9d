import type { Mailer } from '../../platform/mail/mailer.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Notifier } from '../notifications/notifications.port.ts'
import { type AccessRoutesDeps, accessRoutes } from './access.routes.ts'
import { accessService } from './access.service.ts'
import type { Accounts } from './accounts.ts'
import { knownDeviceStore } from './known-devices.store.ts'
import { passwordResetRoutes } from './password-reset.routes.ts'
import { passwordResetService } from './password-reset.ts'
import type { SetupLink } from './setup-link.ts'
import { signInNotice } from './sign-in-notice.ts'

interface Needs {
  accounts: Accounts
  mfa: AccessRoutesDeps['mfa']
  mustInvite: Parameters<typeof accessService>[0]['mustInvite']
  notifier: Pick<Notifier, 'notifyUser'>
  setupLink: SetupLink
  /** Undefined when the installation sends no mail. */
  mailer: Mailer | undefined
}

/** Sign-up and sign-in, the account page, access tokens and password resets. */
export function accessSlice(platform: Platform, needs: Needs): Slice {
  const { gates, metadata, secrets, organizations, projects, config, isOffered, now } = platform
  const { accounts, mfa, mustInvite, notifier, setupLink, mailer } = needs
  const { users, sessions, tokens } = accounts
  const { publicUrl } = config
  return {
    async routes(app) {
      await app.register(
        accessRoutes({
          gates,
          service: accessService({
            users,
            setupLink,
            isSignUpOpen: isOffered('dashboard_auth:sign_up'),
            mustInvite,
          }),
          users,
          sessions,
          tokens,
          mfa,
          devices: knownDeviceStore(metadata),
          async notifyOfNewDevice(userId, device) {
            await notifier.notifyUser(userId, signInNotice(device))
          },
          organizationOf: organizations.findFor,
          projectOf: projects.findFor,
          publicUrl,
        }),
      )
      await app.register(
        passwordResetRoutes({
          gates,
          service: passwordResetService({ users, sessions, tokens, secrets, now }),
          mail: mailer && publicUrl ? { mailer, publicUrl } : undefined,
        }),
      )
    },
  }
}
