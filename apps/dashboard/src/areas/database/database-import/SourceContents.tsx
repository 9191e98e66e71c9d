import type { SourceCheck } from '@basalt/contract/database-import/database-import.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { chosenFor, USERS_SCHEMA } from './chosen-schemas.rules.ts'
import { startImport } from './database-import.queries.ts'
import { FollowObstacles } from './FollowObstacles.tsx'
import { followObstacle } from './follow-obstacle.rules.ts'
import { sourceNotes } from './source-notes.rules.ts'

const usersNote = (kind: 'copy' | 'follow', bytes: number) =>
  kind === 'follow'
    ? 'Users of apps are not followed. Copy them once, or upload a dump afterwards.'
    : `Users of apps, about ${formatBytes(bytes)}. They are added to those of this project.`

/** What the source has and what becomes of it, with the choice of schemas. */
export function SourceContents({
  project,
  connectionString,
  check,
  onStarted,
}: {
  project: Project
  connectionString: string
  check: SourceCheck
  onStarted: () => void
}) {
  const fitting = check.schemas.filter(({ obstacle }) => obstacle === null).map(({ name }) => name)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(fitting))
  const [kind, setKind] = useState<'copy' | 'follow'>('copy')
  const { mutate, isPending, error } = useMutation(startImport(project.ref))
  const importable = chosenFor(kind, chosen)
  const start = () => {
    const schemas = check.schemas.map(({ name }) => name).filter((name) => importable.has(name))
    mutate({ connection_string: connectionString, schemas, kind }, { onSuccess: onStarted })
  }
  const choose = (name: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(name)
    else next.delete(name)
    setChosen(next)
  }
  const unfollowable = kind === 'follow' ? followObstacle(check, importable) : undefined
  const reason =
    check.obstacle ?? (importable.size === 0 ? 'Choose at least one schema' : undefined) ?? unfollowable
  return (
    <Card
      title={check.database}
      description={`PostgreSQL ${check.version}, ${formatBytes(check.bytes)}, ${check.is_encrypted ? 'over an encrypted connection' : 'over a connection without encryption'}`}
      actions={
        <Button
          variant="primary"
          loading={isPending}
          onClick={start}
          {...(reason !== undefined && { reason })}
        >
          {kind === 'follow' ? 'Follow' : 'Import'}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {error && (
          <Callout tone="critical" role="alert" title="The import was not started">
            {error.message}
          </Callout>
        )}
        {check.obstacle !== null && <Callout tone="critical">{check.obstacle}</Callout>}
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-2 font-medium text-sm">Schemas</legend>
          {check.schemas.map(({ name, tables, bytes, obstacle }) => (
            <Checkbox
              key={name}
              label={name}
              description={
                obstacle ??
                (name === USERS_SCHEMA
                  ? usersNote(kind, bytes)
                  : `${tables === 1 ? '1 table' : `${tables.toLocaleString('en')} tables`}, about ${formatBytes(bytes)}`)
              }
              checked={importable.has(name)}
              disabled={obstacle !== null || (name === USERS_SCHEMA && kind === 'follow')}
              onCheckedChange={(isChosen) => choose(name, isChosen)}
            />
          ))}
          {check.schemas.length === 0 && (
            <p className="text-ink-muted text-sm">This database has no schemas of its own.</p>
          )}
        </fieldset>
        <fieldset>
          <legend className="mb-2 font-medium text-sm">How</legend>
          <RadioGroup
            aria-label="How"
            layout="cards"
            value={kind}
            onValueChange={setKind}
            options={[
              {
                value: 'copy',
                label: 'Copy once',
                description: 'What the source holds at the start. Later changes stay there.',
              },
              {
                value: 'follow',
                label: 'Follow until a switch-over',
                description:
                  'Changes of the source arrive here within seconds, until you switch over without losing one.',
              },
            ]}
          />
        </fieldset>
        {kind === 'follow' && <FollowObstacles check={check} chosen={importable} />}
        <ul className="flex list-disc flex-col gap-1 pl-5 text-ink-muted text-sm">
          {sourceNotes(check, kind).map((note) => (
            <li key={note} className="wrap-anywhere">
              {note}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
