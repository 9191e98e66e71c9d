import { NewSsoProvider, type SsoProvider } from '@basalt/contract/auth/auth.schema.ts'
import { z } from 'zod'
import { linesOf } from './auth-settings-form.schema.ts'

const { shape } = NewSsoProvider

const Fields = z.object({
  enabled: z.boolean(),
  source: z.enum(['url', 'xml']),
  metadata_url: z.string().transform((text) => text.trim()),
  metadata_xml: z.string().transform((text) => text.trim()),
  domains: z.string().transform(linesOf).pipe(shape.domains),
  attributes: z.string().transform(linesOf).pipe(shape.attributes),
})
export type SsoProviderInputs = z.input<typeof Fields>

/**
 * The form of an identity provider; `stored` is what is saved. Its valid values are what the server is sent: metadata only
 * when they are new.
 */
export const ssoProviderForm = (stored: SsoProvider | undefined) =>
  Fields.superRefine(({ source, metadata_url, metadata_xml }, context) => {
    const field = source === 'url' ? 'metadata_url' : 'metadata_xml'
    const value = source === 'url' ? metadata_url : metadata_xml
    const isKept = value === '' && stored !== undefined
    const problem = isKept ? undefined : shape[field].unwrap().safeParse(value).error?.issues[0]?.message
    if (problem !== undefined) context.addIssue({ code: 'custom', path: [field], message: problem })
  }).transform(({ enabled, source, metadata_url, metadata_xml, domains, attributes }) => ({
    disabled: !enabled,
    domains,
    attributes,
    ...(source === 'url' && metadata_url !== '' && metadata_url !== stored?.metadata_url && { metadata_url }),
    ...(source === 'xml' && metadata_xml !== '' && { metadata_xml }),
  }))

export const ssoProviderInputs = (stored: SsoProvider | undefined): SsoProviderInputs => ({
  enabled: !stored?.disabled,
  source: stored !== undefined && stored.metadata_url === null ? 'xml' : 'url',
  metadata_url: stored?.metadata_url ?? '',
  metadata_xml: '',
  domains: stored?.domains.join('\n') ?? '',
  attributes: stored?.attributes.join('\n') ?? '',
})
