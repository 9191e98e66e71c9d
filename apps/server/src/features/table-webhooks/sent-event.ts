import type { TriggerState } from './webhook-triggers.ts'

/** What the header `webhook-id` of all attempts of an event says. */
export const eventId = ({ eventsAs }: { eventsAs: string }, id: string) => `evt_${eventsAs}_${id}`

/** The body of a test event: like a change, but of no row. */
export const testEvent = (trigger: Pick<TriggerState, 'schema' | 'table'> | undefined) =>
  JSON.stringify({
    type: 'TEST',
    table: trigger?.table ?? null,
    schema: trigger?.schema ?? null,
    record: null,
    old_record: null,
  })
