/** The mails that users get, by the names of the interface. */
export const templateKinds = [
  'confirmation',
  'invite',
  'magic_link',
  'email_change',
  'recovery',
  'reauthentication',
] as const
export type TemplateKind = (typeof templateKinds)[number]
