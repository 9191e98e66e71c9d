import type { CreatedInvitation } from '@basalt/contract/members/members.schema.ts'

/** Why emails were not sent: each reason once, with its addresses. */
export function mailFailures(
  invitations: readonly Pick<CreatedInvitation, 'email' | 'mail_failure'>[],
): { reason: string; emails: string[] }[] {
  const failures = new Map<string, string[]>()
  for (const { email, mail_failure } of invitations)
    if (mail_failure !== null) failures.set(mail_failure, [...(failures.get(mail_failure) ?? []), email])
  return [...failures].map(([reason, emails]) => ({ reason, emails }))
}
