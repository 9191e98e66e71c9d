import type { InstanceFacts } from '@basalt/contract/instances/instances.schema.ts'
import { Callout } from '../../../ui/feedback/Callout.tsx'

/** Says that programs with the former port no longer reach the database. */
export function PortMovedNote({ move }: { move: NonNullable<InstanceFacts['port_moved']> }) {
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(move.at))
  return (
    <Callout tone="warning" title={`The direct port is now ${move.to}`}>
      It was {move.from} until {day}. Update the programs that connect to the database directly.
    </Callout>
  )
}
