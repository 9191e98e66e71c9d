import type { Policy, PolicyTable } from '@basalt/contract/database-objects/policies/policies.schema.ts'
import { Link } from '@tanstack/react-router'
import { FlaskConical, ShieldCheck } from 'lucide-react'
import { ButtonLink } from '../../../../ui/controls/ButtonLink.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { DescriptionList } from '../../../../ui/table/DescriptionList.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import type { ObjectKindPage } from '../object-kind-page.ts'
import { PolicySheet } from './PolicySheet.tsx'
import { policyQueries } from './policies.queries.ts'

export const policyKindPage: ObjectKindPage<PolicyTable, Policy> = {
  object: 'policy',
  isOpenInProtectedSchemas: true,
  icon: ShieldCheck,
  title: 'Policies',
  description: 'Row level security decides which rows of a table each role reads and writes.',
  one: 'policy',
  many: 'policies',
  queries: policyQueries,
  columns: [],
  placeOf: ({ draft: { schema, table } }) => `On ${schema}.${table}`,
  Details,
  FormSheet: PolicySheet,
}

function Details({ projectRef: ref, found }: { projectRef: string; found: Policy }) {
  const { table_id, is_rls_enabled, draft } = found
  const { schema, table, command, is_permissive, roles } = draft
  return (
    <>
      {!is_rls_enabled && (
        <Callout tone="warning" title="Row level security is off">
          The policy applies once it is enabled for the table.
        </Callout>
      )}
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
                    search={{ schema }}
                  />
                }
              >
                {schema}.{table}
              </TextLink>
            ),
          },
          { label: 'Command', value: command },
          { label: 'Behavior', value: is_permissive ? 'Permissive' : 'Restrictive' },
          { label: 'Roles', value: roles.join(', ') },
        ]}
      />
      <div>
        <ButtonLink
          icon={FlaskConical}
          render={
            <Link
              to="."
              search={(known: object) => ({ ...known, panel: undefined, id: undefined, trial: table_id })}
              resetScroll={false}
            />
          }
        >
          Try it
        </ButtonLink>
      </div>
    </>
  )
}
