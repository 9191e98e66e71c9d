import type { LegalDocuments } from '@basalt/contract/documents/documents.schema.ts'

/** Where the data of an organization are, in sentences that hold for this installation. */
export const dataLocation = ({
  metadata,
  releases_host,
  mail_host,
}: LegalDocuments['data_location']): readonly { label: string; words: string }[] => [
  {
    label: 'Projects',
    words: 'Every project is a PostgreSQL server of its own on the machine that runs this installation.',
  },
  {
    label: 'Accounts and settings',
    words:
      metadata === 'embedded'
        ? 'Kept on the same machine, in a database of their own.'
        : 'Kept in a PostgreSQL server that the operator of this installation named, which may be another machine.',
  },
  {
    label: 'Passwords and keys',
    words:
      'Passwords of accounts are kept as hashes. Those of databases are encrypted with a key that only this machine has.',
  },
  {
    label: 'Other machines',
    words:
      [
        ...(releases_host === null
          ? []
          : [
              `${releases_host} is asked for new versions every six hours; nothing about this installation, its users or its data is sent along.`,
            ]),
        ...(mail_host === null ? [] : [`${mail_host} is given the mails to people who are invited.`]),
      ].join(' ') || 'None is asked for anything, and nothing is sent to anybody.',
  },
]
