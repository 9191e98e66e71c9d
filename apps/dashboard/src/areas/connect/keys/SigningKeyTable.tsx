import { LEGACY_SIGNING_KEY, signingKeyStatusLabels } from '@basalt/contract/keys/signing-keys.rules.ts'
import type { SigningKey } from '@basalt/contract/keys/signing-keys.schema.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Table, type TableColumn } from '../../../ui/table/Table.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { When } from '../../../ui/text/When.tsx'
import { movesOf, moveTexts, statusExplanations, statusTones } from './signing-key-moves.rules.ts'
import type { SigningKeyMove } from './signing-keys.queries.ts'

/** The signing keys, with the actions for each status. */
export function SigningKeyTable({
  keys,
  reason,
  onMove,
}: {
  keys: readonly SigningKey[]
  /** Why the keys may not be changed. */
  reason: string | undefined
  onMove: (key: SigningKey, move: SigningKeyMove) => void
}) {
  const columns: TableColumn<SigningKey>[] = [
    {
      key: 'status',
      header: 'Status',
      width: '9rem',
      wideOnly: true,
      cell: (key) => <Status signingKey={key} />,
    },
    {
      key: 'key',
      header: 'Key',
      cell: (key) => (
        <div className="flex min-w-0 flex-col items-start gap-0.5 py-1.5">
          <span className="sm:hidden">
            <Status signingKey={key} />
          </span>
          <KeyName signingKey={key} />
          <span className="text-ink-muted text-xs">{statusExplanations[key.status]}</span>
        </div>
      ),
    },
    {
      key: 'since',
      header: 'Since',
      width: '9rem',
      wideOnly: true,
      cell: ({ status_changed_at }) => <When time={status_changed_at} never="" />,
    },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'end',
      cell: (key) => (
        <span className="flex flex-wrap justify-end gap-2 py-1">
          {movesOf(key).map((move) => {
            const { label } = moveTexts(key, move)
            return (
              <Button
                key={move}
                size="sm"
                aria-label={`${label}: ${nameOf(key)}`}
                onClick={() => onMove(key, move)}
                {...(reason && { reason })}
              >
                {label}
              </Button>
            )
          })}
        </span>
      ),
    },
  ]
  return <Table label="Signing keys" columns={columns} rows={keys} rowKey={({ id }) => id} />
}

const nameOf = ({ id }: SigningKey) => (id === LEGACY_SIGNING_KEY ? 'Legacy JWT secret' : id.slice(0, 8))

function Status({ signingKey: { status } }: { signingKey: SigningKey }) {
  return <Badge tone={statusTones[status]}>{signingKeyStatusLabels[status]}</Badge>
}

function KeyName({ signingKey: { id, algorithm } }: { signingKey: SigningKey }) {
  if (id === LEGACY_SIGNING_KEY)
    return (
      <span className="font-medium">
        Legacy JWT secret <span className="font-normal text-ink-muted">{algorithm}</span>
      </span>
    )
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="truncate text-xs" title={id}>
        {id.slice(0, 8)}
      </code>
      <CopyButton text={id} label={`Copy key id ${id.slice(0, 8)}`} />
      <span className="text-ink-muted">{algorithm}</span>
    </span>
  )
}
