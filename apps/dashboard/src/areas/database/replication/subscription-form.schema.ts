import { sourceAddress } from '@basalt/contract/database-import/source-address.rules.ts'
import type { Subscription } from '@basalt/contract/replication/replication.schema.ts'
import {
  createSubscriptionSql,
  reconnectSubscriptionSql,
  setPublicationsSql,
} from '@basalt/sql/subscription.ts'
import { z } from 'zod'

/** The names in a text, one per line or separated by commas. */
export function publicationsOf(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

const checkAddress = (text: string, { addIssue }: z.RefinementCtx<string>) => {
  const address = sourceAddress(text)
  if (typeof address === 'string') addIssue(address)
}

/** Of a subscription that does not exist yet. */
export const NewSubscriptionFields = z.object({
  name: z
    .string()
    .min(1, 'Enter a name')
    .max(63, 'Use at most 63 characters')
    .regex(/^[a-z0-9_]+$/, 'Use lower-case letters, digits and underscores'),
  connection_string: z.string().superRefine(checkAddress),
  /** One per line or separated by commas. */
  publications: z
    .string()
    .transform(publicationsOf)
    .refine((names) => names.length > 0, 'Name at least one publication')
    .refine((names) => new Set(names).size === names.length, 'Name each publication once'),
  copies_rows: z.boolean(),
})

/** Of one that exists. An empty connection string keeps the stored one, which is not known here. */
export const SubscriptionFields = NewSubscriptionFields.extend({
  connection_string: z.string().superRefine((text, context) => {
    if (text.trim() !== '') checkAddress(text, context)
  }),
})

/** As they are typed. */
export type SubscriptionInput = z.input<typeof SubscriptionFields>
/** As they are sent. */
export type SubscriptionValues = z.output<typeof SubscriptionFields>

type Known = Pick<Subscription, 'name' | 'publications' | 'is_enabled'>

/** Can the form name these publications? One with a comma in its name would become two. */
export const canName = (publications: readonly string[]) =>
  isSame(publications, publicationsOf(publications.join(', ')))

/** What a form begins with. */
export function fieldsOf(
  form: { kind: 'new' } | { kind: 'edit' | 'duplicate'; subscription: Known },
): SubscriptionInput {
  const empty = { name: '', connection_string: '', publications: '', copies_rows: true }
  if (form.kind === 'new') return empty
  const { name, publications } = form.subscription
  return {
    ...empty,
    name: form.kind === 'duplicate' ? `${name}_copy` : name,
    publications: publications.join(', '),
  }
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((name) => others.includes(name))

/** What an edit changes; undefined when nothing does. */
export function editOf(
  { publications }: Pick<Known, 'publications'>,
  values: Pick<SubscriptionValues, 'publications' | 'connection_string'>,
) {
  const connection_string = values.connection_string.trim()
  const change = {
    ...(!isSame(publications, values.publications) && { publications: values.publications }),
    ...(connection_string !== '' && { connection_string }),
  }
  return Object.keys(change).length === 0 ? undefined : { action: 'edit' as const, ...change }
}

/** The statements that the form runs; none while it is incomplete, or when nothing changes. */
export function sqlOf(
  { name, publications, connection_string, copies_rows }: SubscriptionInput,
  edited: Known | undefined,
): string[] {
  const names = publicationsOf(publications)
  if (names.length === 0) return []
  if (!edited) return name === '' ? [] : [createSubscriptionSql(name, names, copies_rows)]
  const edit = editOf(edited, { publications: names, connection_string })
  return [
    ...(edit?.connection_string ? [reconnectSubscriptionSql(edited.name)] : []),
    ...(edit?.publications ? [setPublicationsSql(edited.name, edit.publications, edited.is_enabled)] : []),
  ]
}
