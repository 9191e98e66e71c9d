import type { OrganizationMfa } from '@basalt/contract/mfa/mfa.schema.ts'

const members = (count: number) => (count === 1 ? '1 member' : `${count} members`)

/** `2 of 5 members have set it up.` */
export function enrolledText({ members: all, members_enrolled: enrolled }: OrganizationMfa) {
  if (enrolled === all)
    return all === 1 ? 'The only member has set it up.' : `All ${all} members have set it up.`
  if (enrolled === 0) return 'Nobody has set it up yet.'
  return `${enrolled} of ${members(all)} ${enrolled === 1 ? 'has' : 'have'} set it up.`
}

/** What the requirement does to members without MFA. */
export function lockoutText({ members: all, members_enrolled: enrolled }: OrganizationMfa) {
  const lacking = all - enrolled
  if (lacking === 0) return 'Everyone here has already set it up. New members will have to.'
  return `${members(lacking)} ${lacking === 1 ? 'has' : 'have'} not set it up and will lose access at once, until they do.`
}
