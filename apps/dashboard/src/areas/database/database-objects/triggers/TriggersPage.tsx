import {
  listDatabaseTriggers,
  readDatabaseTrigger,
} from '@basalt/contract/database-objects/triggers/triggers.endpoints.ts'
import type {
  DatabaseTrigger,
  ListedTrigger,
} from '@basalt/contract/database-objects/triggers/triggers.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { Link } from '@tanstack/react-router'
import { Zap } from 'lucide-react'
import { DescriptionList } from '../../../../ui/table/DescriptionList.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import { enabledWords, REPLICATED_CHANGES } from '../enabled-words.rules.ts'
import { ObjectsPage } from '../ObjectsPage.tsx'
import type { ObjectKindPage } from '../object-kind-page.ts'
import { objectKindQueries } from '../objects.queries.ts'
import type { ObjectsSearch } from '../objects-url.rules.ts'
import { TriggerSheet } from './TriggerSheet.tsx'
import { firesText } from './trigger-form.rules.ts'

const triggers: ObjectKindPage<ListedTrigger, DatabaseTrigger> = {
  object: 'trigger',
  isOpenInProtectedSchemas: true,
  icon: Zap,
  title: 'Triggers',
  description: 'Call a function when rows of a table or view change.',
  one: 'trigger',
  many: 'triggers',
  queries: objectKindQueries(listDatabaseTriggers, readDatabaseTrigger),
  labelOf: ({ name, table }) => `${name} on ${table.name}`,
  titleOf: ({ draft: { name, table } }) => `${name} on ${table}`,
  columns: [
    {
      key: 'table',
      header: 'Table',
      sort: { by: 'table', asc: 'A to Z', desc: 'Z to A', first: 'asc' },
      cell: ({ table }) => <span className="wrap-anywhere text-ink-muted">{table.name}</span>,
    },
    {
      key: 'fires',
      header: 'Fires',
      wideOnly: true,
      cell: (trigger) => (
        <span className="text-ink-muted">
          {firesText(trigger)} {trigger.enabled === 'disabled' && <Badge tone="warning">Disabled</Badge>}
        </span>
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
  ],
  Details,
  FormSheet: TriggerSheet,
}

export const TriggersPage = ({ project, search }: { project: Project; search: ObjectsSearch }) => (
  <ObjectsPage project={project} kind={triggers} search={search} />
)

function Details({ projectRef: ref, found }: { projectRef: string; found: DatabaseTrigger }) {
  const { draft, table_id, function_id } = found
  return (
    <DescriptionList
      items={[
        {
          label: 'Table',
          value: (
            <TextLink
              render={
                <Link
                  to="/project/$ref/editor/$tableId"
                  params={{ ref, tableId: String(table_id) }}
                  search={{ schema: draft.schema }}
                />
              }
            >
              {draft.schema}.{draft.table}
            </TextLink>
          ),
        },
        { label: 'Fires', value: firesText(draft) },
        ...(draft.columns.length > 0 ? [{ label: 'Columns', value: draft.columns.join(', ') }] : []),
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
        { label: 'Enabled', value: enabledWords(draft.enabled, REPLICATED_CHANGES) },
        ...(draft.constraint === null
          ? []
          : [
              {
                label: 'Constraint',
                value: draft.constraint.deferrable
                  ? `Deferrable, initially ${draft.constraint.initially_deferred ? 'deferred' : 'immediate'}`
                  : 'Not deferrable',
              },
            ]),
      ]}
    />
  )
}
