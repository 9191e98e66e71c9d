/** What sends mail to users. The first one that a project has is used; without any, mail stays in the inbox. */
export const mailWays = ['hook', 'project', 'installation', 'inbox'] as const
export type MailWay = (typeof mailWays)[number]

/** What sends messages to their phones, in the same order. */
export const messageWays = ['hook', 'service', 'inbox'] as const
export type MessageWay = (typeof messageWays)[number]
