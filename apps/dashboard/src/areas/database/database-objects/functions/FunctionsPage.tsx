import {
  listDatabaseFunctions,
  readDatabaseFunction,
} from '@basalt/contract/database-objects/functions/functions.endpoints.ts'
import type {
  DatabaseFunction,
  ListedFunction,
} from '@basalt/contract/database-objects/functions/functions.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { SquareFunction } from 'lucide-react'
import { DescriptionList } from '../../../../ui/table/DescriptionList.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { ObjectsPage } from '../ObjectsPage.tsx'
import type { ObjectKindPage } from '../object-kind-page.ts'
import { objectKindQueries } from '../objects.queries.ts'
import type { ObjectsSearch } from '../objects-url.rules.ts'
import { CallFunction } from './CallFunction.tsx'
import { FunctionSheet } from './FunctionSheet.tsx'

const functions: ObjectKindPage<ListedFunction, DatabaseFunction> = {
  object: 'function',
  icon: SquareFunction,
  title: 'Functions',
  description: 'Functions and procedures that queries, triggers and policies call.',
  one: 'function',
  many: 'functions',
  queries: objectKindQueries(listDatabaseFunctions, readDatabaseFunction),
  labelOf: ({ name, arguments: given }) => `${name}(${given})`,
  titleOf: ({ draft: { name }, identity }) => `${name}(${identity})`,
  columns: [
    {
      key: 'arguments',
      header: 'Arguments',
      cell: ({ arguments: given }) => (
        <span className="wrap-anywhere line-clamp-2 font-mono text-ink-muted text-xs">
          {given === '' ? 'None' : given}
        </span>
      ),
    },
    {
      key: 'returns',
      header: 'Returns',
      wideOnly: true,
      cell: ({ returns, kind }) => (
        <span className="wrap-anywhere line-clamp-2 font-mono text-ink-muted text-xs">
          {returns ?? <Badge>Procedure</Badge>}
          {(kind === 'aggregate' || kind === 'window') && (
            <>
              {' '}
              <Badge>{kind === 'aggregate' ? 'Aggregate' : 'Window'}</Badge>
            </>
          )}
        </span>
      ),
    },
    {
      key: 'language',
      header: 'Language',
      wideOnly: true,
      cell: ({ language }) => <span className="text-ink-muted">{language}</span>,
    },
    {
      key: 'security',
      header: 'Runs as',
      wideOnly: true,
      cell: ({ security }) => (
        <span className="text-ink-muted">{security === 'definer' ? 'Owner' : 'Caller'}</span>
      ),
    },
  ],
  definitionOf: ({ draft: { kind } }) =>
    kind === 'aggregate' || kind === 'window'
      ? `-- PostgreSQL does not print the definition of ${kind === 'aggregate' ? 'an aggregate' : 'a window function'}.`
      : undefined,
  Details,
  FormSheet: FunctionSheet,
}

export const FunctionsPage = ({ project, search }: { project: Project; search: ObjectsSearch }) => (
  <ObjectsPage project={project} kind={functions} search={search} />
)

function Details({ projectRef: ref, found }: { projectRef: string; found: DatabaseFunction }) {
  const { draft, triggers, has_more_triggers } = found
  const { returns, kind } = draft
  return (
    <>
      <DescriptionList
        items={[
          {
            label: 'Kind',
            value: {
              function: 'Function',
              procedure: 'Procedure',
              aggregate: 'Aggregate',
              window: 'Window function',
            }[kind],
          },
          { label: 'Language', value: draft.language },
          ...(kind === 'procedure'
            ? []
            : [
                {
                  label: 'Returns',
                  value:
                    returns === null
                      ? 'Its output arguments'
                      : returns.as === 'table'
                        ? 'A table'
                        : `${returns.is_set ? 'A set of ' : ''}${returns.type}`,
                },
                {
                  label: 'Volatility',
                  value: { volatile: 'Volatile', stable: 'Stable', immutable: 'Immutable' }[draft.volatility],
                },
              ]),
          { label: 'Runs as', value: draft.security === 'definer' ? 'Its owner' : 'Its caller' },
          ...(draft.leakproof ? [{ label: 'Leakproof', value: 'Yes' }] : []),
        ]}
      />
      {triggers.length > 0 && (
        <section aria-label="Triggers" className="flex flex-col gap-2">
          <h3 className="font-medium text-sm">Triggers that call it</h3>
          <ul className="flex flex-col gap-1 text-sm">
            {triggers.map(({ id, schema, table, name }) => (
              <li key={id} className="wrap-anywhere">
                {name} <span className="text-ink-muted">on {`${schema}.${table}`}</span>
              </li>
            ))}
            {has_more_triggers && <li className="text-ink-muted">and more</li>}
          </ul>
        </section>
      )}
      <CallFunction key={found.fingerprint} projectRef={ref} id={found.id} draft={draft} />
    </>
  )
}
