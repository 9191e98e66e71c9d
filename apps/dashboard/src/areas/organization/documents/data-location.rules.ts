import type { LegalDocuments } from '@basalt/contract/documents/documents.schema.ts'

/** Where this installation stores and sends an organization's data. */
export const dataLocation = ({
  metadata,
  releases_host,
  mail_host,
}: LegalDocuments['data_location']): readonly { label: string; text: string }[] => [
  {
    label: 'Projects',
    text: 'Every project is a separate PostgreSQL server on the machine that runs this installation.',
  },
  {
    label: 'Accounts and settings',
    text:
      metadata === 'embedded'
        ? 'Stored on the same machine, in a separate database.'
        : 'Stored in a PostgreSQL server configured by the operator of this installation, which may be another machine.',
  },
  {
    label: 'Passwords and keys',
    text: 'Account passwords are stored as hashes. Database passwords are encrypted with a key that only this machine has.',
  },
  {
    label: 'Other machines',
    text:
      [
        ...(releases_host === null
          ? []
          : [
              `${releases_host} is checked for new versions every six hours, without sending information about this installation, its users or its data.`,
            ]),
        ...(mail_host === null ? [] : [`${mail_host} receives the emails to invited people.`]),
      ].join(' ') || 'None. No data leaves this machine.',
  },
]
