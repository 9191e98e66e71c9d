import {
  eventTrigger,
  eventTriggerCount,
  eventTriggerList,
} from '@basalt/catalog/database-objects/event-triggers.ts'
import { EVENT_TRIGGER_PREFIX } from '@basalt/contract/database-objects/event-triggers/event-triggers.rules.ts'
import type {
  EventTrigger,
  EventTriggerDraft,
  EventTriggerListQuery,
  ListedEventTrigger,
} from '@basalt/contract/database-objects/event-triggers/event-triggers.schema.ts'
import {
  alterEventTrigger,
  createEventTrigger,
  dropEventTrigger,
  eventTriggerProblems,
  recreatesEventTrigger,
} from '@basalt/schema-changes/event-trigger.ts'
import { quoteLiteral } from '@basalt/sql/quote.ts'
import type { ObjectKind } from '../object-kind.ts'

/** As the catalog has it. */
type Row = ListedEventTrigger & Pick<EventTrigger, 'is_owned' | 'extension'>

const PROTECTED = 'The platform relies on this event trigger. It can only be read.'

export const eventTriggerKind: ObjectKind<EventTriggerDraft, EventTrigger, EventTriggerListQuery> = {
  title: 'Event trigger',
  catalog: 'pg_event_trigger',
  lists: { page: eventTriggerList, count: eventTriggerCount },
  one: eventTrigger,
  read(json) {
    const { id, owner, is_owned, extension, is_protected, ...row } = JSON.parse(json) as Row
    const { name, comment, event, tags, enabled } = row
    const { id: function_id, ...called } = row.function
    return {
      id,
      owner,
      is_owned,
      extension,
      is_protected,
      function_id,
      draft: { name, comment, event, tags, function: called, enabled },
    }
  },
  refusals({ is_protected }) {
    const reason = is_protected ? PROTECTED : null
    return { edit: reason, drop: reason, duplicate: reason }
  },
  problems: (draft, current) => eventTriggerProblems(draft, EVENT_TRIGGER_PREFIX, current?.draft),
  create: createEventTrigger,
  edit: ({ draft: current }, draft) => alterEventTrigger(current, draft),
  recreates: ({ draft: current }, draft) => recreatesEventTrigger(current, draft),
  drop: ({ draft }) => [dropEventTrigger(draft)],
  oidOf: ({ name }) => `(select oid from pg_catalog.pg_event_trigger where evtname = ${quoteLiteral(name)})`,
}
