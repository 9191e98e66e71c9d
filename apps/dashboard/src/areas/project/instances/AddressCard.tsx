import type { InstanceFacts } from '@basalt/contract/instances/instances.schema.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { DescriptionList, type Fact } from '../../../ui/table/DescriptionList.tsx'

/** The database's address and login, each with a copy button. */
export function AddressCard({ facts: { host, port, database, user } }: { facts: InstanceFacts }) {
  const line = (label: string, text: string | null): Fact =>
    text === null
      ? { label, value: '–' }
      : { label, value: <code className="text-xs">{text}</code>, copy: text }
  return (
    <Card title="Database address">
      <DescriptionList
        facts={[
          line('Host', host),
          line('Port', port === null ? null : String(port)),
          line('Database', database),
          line('User', user),
        ]}
      />
    </Card>
  )
}
