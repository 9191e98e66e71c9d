import type { MemberNews, Notifier } from './notifications.port.ts'
import { invitationAcceptedNotice, memberJoinedNotice, mfaRequiredNotice } from './people-notices.ts'

/** Tells of what happens between people. A failure is only logged: what it would have told stands on the team page. */
export function peopleNews(
  notifier: Pick<Notifier, 'notifySome'>,
  onFailed: (error: unknown) => void,
): MemberNews {
  return {
    async tellOfJoining(joining) {
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

    async tellOfRequirement(organization, userIds) {
      try {
        await notifier.notifySome(organization.id, userIds, mfaRequiredNotice(organization))
      } catch (error) {
        onFailed(error)
      }
    },
  }
}
