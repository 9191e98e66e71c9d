import type { ForeignSslMode } from '@basalt/contract/foreign-servers/foreign-servers.rules.ts'

/** How the modes of encryption are called, with libpq's names in the descriptions. */
export const SSL_LABELS: Readonly<Record<ForeignSslMode, { label: string; description: string }>> = {
  disable: { label: 'Never', description: 'disable: the password stays hidden, the rows do not' },
  prefer: { label: 'If offered', description: 'prefer: encrypted when the server can' },
  require: { label: 'Always', description: 'require: encrypted, with any certificate' },
  'verify-full': {
    label: 'Always, certificate verified',
    description: 'verify-full: by an authority that the machine trusts',
  },
}
