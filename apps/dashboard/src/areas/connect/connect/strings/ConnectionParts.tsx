import { Disclosure } from '../../../../ui/layout/Disclosure.tsx'
import { DescriptionList } from '../../../../ui/table/DescriptionList.tsx'
import { FEEDBACK_MS } from '../connect-panel.ts'
import type { Way } from './ways.rules.ts'

/** What a connection string is made of, each part to copy by itself. */
export function ConnectionParts({ way: { method, parameters } }: { way: Way }) {
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
