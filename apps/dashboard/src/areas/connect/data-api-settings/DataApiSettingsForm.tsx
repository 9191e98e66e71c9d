import { DEFAULT_POOL } from '@basalt/contract/data-api-settings/data-api-settings.rules.ts'
import type {
  DataApiSettings,
  DatabaseSchema,
} from '@basalt/contract/data-api-settings/data-api-settings.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useController, useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Input } from '../../../ui/controls/Input.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { DISCARD_EDITS, KEEP_EDITS } from '../../../ui/form/reset-options.ts'
import { SaveOrCancel } from '../../../ui/form/SaveOrCancel.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { type DataApiFields, DataApiForm } from './data-api-form.schema.ts'
import { changeDataApiSettings } from './data-api-settings.queries.ts'
import { SchemaChoice } from './SchemaChoice.tsx'
import { schemaOptions } from './schema-choice.rules.ts'

const describeError = formFailure<DataApiFields>([
  'db_schemas',
  'db_extra_search_path',
  'max_rows',
  'db_pool',
])

const fieldsOf = ({ max_rows, db_pool, ...lists }: DataApiSettings): DataApiFields => ({
  ...lists,
  max_rows: String(max_rows),
  db_pool: db_pool === null ? '' : String(db_pool),
})

export function DataApiSettingsForm({
  project,
  settings,
  schemas,
}: {
  project: Project
  settings: DataApiSettings
  /** Undefined while the database does not run. */
  schemas: readonly DatabaseSchema[] | undefined
}) {
  const { ref, organization_slug: slug } = project
  const { mutateAsync } = useMutation(changeDataApiSettings(ref))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeDataApiSettings, { slug, ref }))
  const form = useForm({
    resolver: zodResolver(DataApiForm),
    values: fieldsOf(settings),
    resetOptions: KEEP_EDITS,
  })
  const { control } = form
  const exposed = useController({ control, name: 'db_schemas' })
  const searched = useController({ control, name: 'db_extra_search_path' })
  const isReadOnly = refusal !== undefined
  const lists = { disabled: isReadOnly || schemas === undefined }
  return (
    <Card>
      <Form
        form={form}
        aria-label="Data API settings"
        describeError={describeError}
        className="gap-6!"
        onSubmit={async (values) => {
          form.reset(fieldsOf(await mutateAsync(values)), DISCARD_EDITS)
          toast({ title: 'Settings saved', tone: 'success' })
        }}
      >
        {schemas === undefined && (
          <Callout title="The schemas cannot be changed now">
            The database is not running. Restore the project to choose schemas.
          </Callout>
        )}
        <SchemaChoice
          label="Exposed schemas"
          description="Their tables, views and functions are in the API. Requests without a schema use the first."
          options={schemaOptions(schemas, 'is_exposable', exposed.field.value)}
          value={exposed.field.value}
          onValueChange={exposed.field.onChange}
          error={exposed.fieldState.error && errorMessage(exposed.fieldState.error)}
          firstLabel="Default"
          {...lists}
        />
        <SchemaChoice
          label="Extra search path"
          description="Searched in this order for unqualified names, such as functions of extensions. Not exposed."
          options={schemaOptions(schemas, 'is_searchable', searched.field.value)}
          value={searched.field.value}
          onValueChange={searched.field.onChange}
          error={searched.fieldState.error && errorMessage(searched.fieldState.error)}
          firstLabel="First"
          {...lists}
        />
        <FormField
          control={control}
          name="max_rows"
          label="Max rows"
          description="The maximum number of rows per response, whatever the request asks for."
        >
          {(field) => <Input inputMode="numeric" autoComplete="off" readOnly={isReadOnly} {...field} />}
        </FormField>
        <FormField
          control={control}
          name="db_pool"
          label="Pool size"
          labelAside="Optional"
          description={`The maximum number of database connections for this project's APIs. ${DEFAULT_POOL} by default.`}
        >
          {(field) => (
            <Input
              inputMode="numeric"
              autoComplete="off"
              placeholder={String(DEFAULT_POOL)}
              readOnly={isReadOnly}
              {...field}
            />
          )}
        </FormField>
        <SaveOrCancel saved={fieldsOf(settings)} refusal={refusal} />
      </Form>
    </Card>
  )
}

/** The error message of a list, from the list or one of its items. */
function errorMessage(error: { message?: string } | readonly ({ message?: string } | undefined)[]) {
  if ('message' in error && error.message) return error.message
  return Object.values(error).find((one) => typeof one === 'object' && one !== null && 'message' in one)
    ?.message
}
