import { type TemplateKind, templateKinds } from '@basalt/contract/auth/template-kinds.rules.ts'
import { oneOf } from '../../../lib/shape.ts'

const emailsTabs = ['templates', 'notices', 'inbox', 'smtp'] as const
export type EmailsTab = (typeof emailsTabs)[number]

/** The search parameters of the page. */
export const emailsSearch = { tab: oneOf(emailsTabs), template: oneOf(templateKinds) }

export interface EmailsSearch {
  tab?: EmailsTab | undefined
  template?: TemplateKind | undefined
}
