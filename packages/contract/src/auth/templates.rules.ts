import type { TemplateKind } from './template-kinds.rules.ts'

export interface Template {
  subject: string
  /** HTML with variables such as `{{ .ConfirmationURL }}`. */
  content: string
}

/** What a template can show, with what each stands for. */
export const templateVariables = {
  ConfirmationURL: 'The link to follow',
  Token: 'The one-time code',
  TokenHash: 'The token of a link of your own',
  SiteURL: 'The site URL',
  RedirectTo: 'Where the link leads',
  Email: 'The address of the user',
  NewEmail: 'The new address, where one is changed',
  OldEmail: 'The address before, in the notice of its change',
  Phone: 'The phone number, in the notice of its change',
  OldPhone: 'The number before, in the notice of its change',
  Provider: 'The account that was linked or unlinked, such as github',
  FactorType: 'The kind of a second factor, such as totp',
} as const
type Variable = keyof typeof templateVariables

/** The values for one mail. `Data` is the metadata of the user, whose fields are written `{{ .Data.name }}`. */
export type TemplateValues = Partial<Record<Variable, string>> & { Data: Readonly<Record<string, unknown>> }

const link = (heading: string, sentence: string, action: string) =>
  `<h2>${heading}</h2>\n\n<p>${sentence}</p>\n<p><a href="{{ .ConfirmationURL }}">${action}</a></p>\n<p>Or enter this code: {{ .Token }}</p>\n`

const notice = (heading: string, sentence: string) =>
  `<h2>${heading}</h2>\n\n<p>${sentence}</p>\n<p>If this was not you, reset your password at {{ .SiteURL }} and tell us.</p>\n`

export const templateDefaults: Record<TemplateKind, Template> = {
  confirmation: {
    subject: 'Confirm your email address',
    content: link('Confirm your email address', 'Follow this link to finish signing up.', 'Confirm'),
  },
  invite: {
    subject: 'You are invited',
    content: link(
      'You are invited',
      'You have been invited to create an account on {{ .SiteURL }}.',
      'Accept the invitation',
    ),
  },
  magic_link: {
    subject: 'Your sign-in link',
    content: link('Sign in', 'Follow this link to sign in.', 'Sign in'),
  },
  email_change: {
    subject: 'Confirm your new email address',
    content: link(
      'Confirm the change of your email address',
      'Your address changes from {{ .Email }} to {{ .NewEmail }} when you follow this link.',
      'Change the address',
    ),
  },
  recovery: {
    subject: 'Reset your password',
    content: link('Reset your password', 'Follow this link to set a new password.', 'Reset the password'),
  },
  reauthentication: {
    subject: 'Your code is {{ .Token }}',
    content: '<h2>Confirm that it is you</h2>\n\n<p>Enter this code: {{ .Token }}</p>\n',
  },
  password_changed_notification: {
    subject: 'Your password was changed',
    content: notice('Your password was changed', 'The password of the account {{ .Email }} was changed.'),
  },
  email_changed_notification: {
    subject: 'Your email address was changed',
    content: notice(
      'Your email address was changed',
      'The address of your account was changed from {{ .OldEmail }} to {{ .Email }}.',
    ),
  },
  phone_changed_notification: {
    subject: 'Your phone number was changed',
    content: notice(
      'Your phone number was changed',
      'The phone number of the account {{ .Email }} is now {{ .Phone }}.',
    ),
  },
  identity_linked_notification: {
    subject: 'An account was linked to yours',
    content: notice('An account was linked', 'You can now sign in to {{ .Email }} with {{ .Provider }}.'),
  },
  identity_unlinked_notification: {
    subject: 'An account was unlinked from yours',
    content: notice(
      'An account was unlinked',
      'You can no longer sign in to {{ .Email }} with {{ .Provider }}.',
    ),
  },
  mfa_factor_enrolled_notification: {
    subject: 'A second factor was added',
    content: notice('A second factor was added', 'A factor ({{ .FactorType }}) was added to {{ .Email }}.'),
  },
  mfa_factor_unenrolled_notification: {
    subject: 'A second factor was removed',
    content: notice(
      'A second factor was removed',
      'A factor ({{ .FactorType }}) was removed from {{ .Email }}.',
    ),
  },
}

export const SUBJECT_MAX = 255
export const CONTENT_MAX = 64 * 1024

const ACTION = /\{\{(.*?)\}\}/gs
const VARIABLE = /^\s*\.([A-Za-z]+)(?:\.([\w-]+))?\s*$/

/** Why a template cannot be used, as a sentence; undefined when it can. */
export function templateProblem(text: string): string | undefined {
  for (const [action, inner = ''] of text.matchAll(ACTION)) {
    const [, name = '', field] = VARIABLE.exec(inner) ?? []
    const isKnown = field === undefined ? name in templateVariables : name === 'Data'
    if (!isKnown)
      return `${action.slice(0, 60)} is not a variable. Use one of ${Object.keys(templateVariables).join(', ')} or Data.field.`
  }
  return text.replace(ACTION, '').includes('{{') ? 'A variable that begins with {{ has no }}' : undefined
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!)

/** Fills in the variables. Values are escaped in HTML; in a subject they are kept on one line. */
export function renderTemplate({ subject, content }: Template, values: TemplateValues) {
  const fill = (text: string, encode: (value: string) => string) =>
    text.replace(ACTION, (_, inner: string) => {
      const [, name = '', field] = VARIABLE.exec(inner) ?? []
      if (field === undefined)
        return encode(name in templateVariables ? (values[name as Variable] ?? '') : '')
      const value = Object.hasOwn(values.Data, field) ? values.Data[field] : ''
      return encode(typeof value === 'string' ? value : JSON.stringify(value))
    })
  return {
    subject: fill(subject, (value) => value.replace(/\p{Cc}+/gu, ' ')),
    html: fill(content, escapeHtml),
  }
}
