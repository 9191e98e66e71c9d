import { Disclosure } from '../../../../ui/layout/Disclosure.tsx'
import { DescriptionList } from '../../../../ui/table/DescriptionList.tsx'
import { FEEDBACK_MS } from '../connect-panel.ts'
import type { Connection } from './connections.rules.ts'

/** The parts of a connection string, each with a copy button. */
export function ConnectionParts({ connection: { method, parameters } }: { connection: Connection }) {
  const { host, port, database, user } = parameters
  const parts = {
    Host: host,
    Port: port,
    Database: database,
    User: user,
    ...(method !== 'direct' && { 'Pool mode': method }),
  }
  return (
    <Disclosure summary="View parameters">
      <DescriptionList
        feedbackMs={FEEDBACK_MS}
        facts={Object.entries(parts).map(([label, value]) => ({
          label,
          value: <code className="text-xs">{value}</code>,
          copy: String(value),
        }))}
      />
      <p className="pt-2 text-ink-muted text-xs">For security reasons, the password is never shown.</p>
    </Disclosure>
  )
}
