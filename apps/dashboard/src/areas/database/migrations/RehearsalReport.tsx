import type { Rehearsal } from '@basalt/contract/migrations/migrations.schema.ts'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { durationText } from '../ledger/change-labels.rules.ts'
import { lockEffect } from './lock-effect.rules.ts'

/** What a migration did when it was rehearsed. */
export function RehearsalReport({
  rehearsal: { statements, duration_ms, locks, rewrites },
}: {
  rehearsal: Rehearsal
}) {
  const isRewritten = new Set(rewrites.map(({ schema, name }) => JSON.stringify([schema, name])))
  const count = `${statements.toLocaleString('en')} ${statements === 1 ? 'statement' : 'statements'}`
  return (
    <Callout
      tone={rewrites.length > 0 ? 'warning' : 'success'}
      role="status"
      title={`Rehearsed ${count} in ${durationText(duration_ms)}. Everything was rolled back.`}
    >
      {locks.length === 0 ? (
        'It blocks no one who reads or writes existing tables.'
      ) : (
        <ul className="list-disc pl-4">
          {locks.map(({ schema, name, mode }) => (
            <li key={JSON.stringify([schema, name])} className="wrap-anywhere">
              <span className="font-mono text-xs">
                {schema}.{name}
              </span>{' '}
              {lockEffect(mode)}
              {isRewritten.has(JSON.stringify([schema, name])) && ', and is rewritten or emptied'}
            </li>
          ))}
        </ul>
      )}
    </Callout>
  )
}
