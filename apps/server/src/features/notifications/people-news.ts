import type { NotificationService } from './notifications.service.ts'
import {
  invitationAcceptedNotice,
  type Joining,
  memberJoinedNotice,
  mfaRequiredNotice,
} from './people-notices.ts'

/** Tells of what happens between people. A failure is only logged: what it would have told stands on the team page. */
export function peopleNews(
  notifier: Pick<NotificationService, 'notifySome'>,
  onFailed: (error: unknown) => void,
) {
  return {
    /** Who invited hears that it was accepted; others who manage the members, that somebody is there. */
    async tellOfJoining(joining: Joining & { inviterId: string | null; managerIds: readonly string[] }) {
      const { organization, userId, inviterId, managerIds } = joining
      const others = managerIds.filter((id) => id !== userId && id !== inviterId)
      try {
        if (inviterId !== null)
          await notifier.notifySome(organization.id, [inviterId], invitationAcceptedNotice(joining))
        await notifier.notifySome(organization.id, others, memberJoinedNotice(joining))
      } catch (error) {
        onFailed(error)
      }
    },

    async tellOfRequirement(organization: { id: string; name: string }, userIds: readonly string[]) {
      try {
        await notifier.notifySome(organization.id, userIds, mfaRequiredNotice(organization))
      } catch (error) {
        onFailed(error)
      }
    },
  }
}
