import {
  listEventTriggers,
  readEventTrigger,
} from '@basalt/contract/database-objects/event-triggers/event-triggers.endpoints.ts'
import type {
  EventTrigger,
  ListedEventTrigger,
} from '@basalt/contract/database-objects/event-triggers/event-triggers.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { Link } from '@tanstack/react-router'
import { Siren } from 'lucide-react'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { DescriptionList } from '../../../../ui/table/DescriptionList.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import { enabledWords, REPLICA_SESSIONS } from '../enabled-words.rules.ts'
import { ObjectsPage } from '../ObjectsPage.tsx'
import type { ObjectFilterProps, ObjectKindPage } from '../object-kind-page.ts'
import { objectKindQueries } from '../objects.queries.ts'
import { EventTriggerSheet } from './EventTriggerSheet.tsx'
import { eventLabel } from './event-trigger-form.rules.ts'
import type { EventTriggersSearch } from './event-triggers-url.rules.ts'

const PROTECTED = 'The platform relies on this event trigger. It can only be read.'

const eventTriggers: ObjectKindPage<ListedEventTrigger, EventTrigger> = {
  object: 'event_trigger',
  isGlobal: true,
  icon: Siren,
  title: 'Event triggers',
  description: 'Call a function when commands create, change or drop objects of the database.',
  one: 'event trigger',
  many: 'event triggers',
  queries: objectKindQueries(listEventTriggers, readEventTrigger),
  refusalOf: ({ is_protected }) => (is_protected ? PROTECTED : undefined),
  columns: [
    {
      key: 'event',
      header: 'Event',
      sort: { by: 'event', asc: 'A to Z', desc: 'Z to A', first: 'asc' },
      cell: ({ event, enabled, is_protected }) => (
        <span className="flex flex-wrap items-center gap-1.5 py-1 text-ink-muted">
          <span className="font-mono text-xs">{event}</span>
          {enabled === 'disabled' && <Badge tone="warning">Disabled</Badge>}
          {(enabled === 'always' || enabled === 'replica') && (
            <Badge>{enabled === 'always' ? 'Always' : 'Replica'}</Badge>
          )}
          {is_protected && <Badge>Platform</Badge>}
        </span>
      ),
    },
    {
      key: 'tags',
      header: 'Commands',
      wideOnly: true,
      cell: ({ tags }) => (
        <span className="line-clamp-1 text-ink-muted">{tags.length === 0 ? 'All' : tags.join(', ')}</span>
      ),
    },
    {
      key: 'function',
      header: 'Function',
      width: '22%',
      wideOnly: true,
      cell: ({ function: { schema, name } }) => (
        <span className="wrap-anywhere text-ink-muted">{`${schema}.${name}`}</span>
      ),
    },
    {
      key: 'owner',
      header: 'Owner',
      width: '8rem',
      wideOnly: true,
      cell: ({ owner }) => <span className="wrap-anywhere text-ink-muted">{owner}</span>,
    },
  ],
  Filters: PlatformFilter,
  placeOf: ({ is_protected }) => (is_protected ? 'Protected: the platform relies on it' : 'Of this database'),
  Details,
  FormSheet: EventTriggerSheet,
}

export const EventTriggersPage = ({ project, search }: { project: Project; search: EventTriggersSearch }) => (
  <ObjectsPage project={project} kind={eventTriggers} search={search} />
)

function PlatformFilter({ filters: { platform }, onChange }: ObjectFilterProps) {
  return (
    <Checkbox
      label="Include the platform’s"
      checked={platform === true}
      onCheckedChange={(isOn) => onChange({ platform: isOn || undefined })}
    />
  )
}

function Details({ projectRef: ref, found }: { projectRef: string; found: EventTrigger }) {
  const { draft, function_id } = found
  return (
    <>
      <DescriptionList
        items={[
          { label: 'Event', value: `${eventLabel(draft.event)} (${draft.event})` },
          { label: 'Commands', value: draft.tags.length === 0 ? 'All of the event' : draft.tags.join(', ') },
          {
            label: 'Function',
            value: (
              <TextLink
                render={
                  <Link
                    to="/project/$ref/database/functions"
                    params={{ ref }}
                    search={{ schema: draft.function.schema, panel: 'view', id: function_id }}
                  />
                }
              >
                {draft.function.schema}.{draft.function.name}
              </TextLink>
            ),
          },
          { label: 'Enabled', value: enabledWords(draft.enabled, REPLICA_SESSIONS) },
        ]}
      />
      <p className="text-ink-muted text-xs">
        Its owner is the owner of its function. PostgreSQL itself lists the platform’s superuser, because only
        superusers can own event triggers.
      </p>
    </>
  )
}
