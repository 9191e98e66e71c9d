import type { Mailer } from '../../platform/mail/mailer.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { MemberNotifier } from '../notifications/notifications.port.ts'
import { invitationService } from './invitations.service.ts'
import { invitationStore } from './invitations.store.ts'
import { memberRoutes } from './members.routes.ts'
import { memberService } from './members.service.ts'
import { memberStore } from './members.store.ts'

interface Needs {
  memberNotifier: MemberNotifier
  /** Undefined when the installation sends no mail. */
  mailer: Mailer | undefined
}

/** The members of an organization, and invitations to it. */
export function membersSlice(platform: Platform, { memberNotifier, mailer }: Needs) {
  const { gates, metadata, organizations, bus, config } = platform
  const announce = ({ id, slug }: { id: string; slug: string }) =>
    bus.publish(id, { type: 'members', organization_slug: slug })
  const invitations = invitationService({ metadata, announce, notifyJoined: memberNotifier.notifyJoined })
  return {
    /** Throws unless the link lets a person with this email address create an account. */
    mustInvite: invitations.mustInvite,
    routes: (app) =>
      app.register(
        memberRoutes({
          gates,
          members: memberStore(metadata),
          invitations: invitationStore(metadata),
          service: memberService({ metadata, announce }),
          invitationService: invitations,
          organizationOf: organizations.findFor,
          publicUrl: config.publicUrl,
          mailer,
        }),
      ),
  } satisfies SliceWithPort
}
