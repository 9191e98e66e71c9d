import { MATRIX_ACTORS_MAX } from '@basalt/contract/policy-matrix/policy-matrix.rules.ts'
import type { MatrixActor } from '@basalt/contract/policy-matrix/policy-matrix.schema.ts'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { RolePicker } from '../../sql/role/RolePicker.port.tsx'
import type { SqlRole } from '../../sql/role/sql-role.port.ts'
import { actorOf } from './matrix-words.rules.ts'

/** The roles and users that are tried; some are added and removed. */
export function MatrixActors({
  projectRef,
  actors,
  onChange,
}: {
  projectRef: string
  actors: readonly MatrixActor[]
  onChange: (actors: readonly MatrixActor[]) => void
}) {
  const [role, setRole] = useState<SqlRole>({ role: 'service_role' })
  const next = actorOf(role, new Date())
  const reason = actors.some(({ name }) => name === next.name)
    ? `${next.name} is already tried`
    : actors.length >= MATRIX_ACTORS_MAX
      ? `At most ${MATRIX_ACTORS_MAX} roles and users are tried at once`
      : undefined
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Roles and users</legend>
      <ul aria-label="Roles and users that are tried" className="contents">
        {actors.map(({ name }) => (
          <li
            key={name}
            className="flex h-7 min-w-0 items-center gap-1 rounded-md border border-line bg-surface-1 pl-2 text-sm"
          >
            <span className="max-w-40 truncate">{name}</span>
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => onChange(actors.filter((actor) => actor.name !== name))}
              className="grid size-7 place-items-center rounded-md text-ink-muted hover:bg-surface-3 hover:text-ink"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
      <span className="flex items-center gap-1">
        <RolePicker
          projectRef={projectRef}
          use="rows"
          size="sm"
          role={role}
          reason={undefined}
          onPick={setRole}
        />
        <Button
          size="sm"
          icon={Plus}
          onClick={() => onChange([...actors, next])}
          {...(reason !== undefined && { reason })}
        >
          Add
        </Button>
      </span>
    </fieldset>
  )
}
