import {
  type AiLevel,
  aiLevels,
  highestLevel,
  includesLevel,
  levelOf,
  tagsOf,
} from '@basalt/contract/ai/ai-level.rules.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SaveOrCancel } from '../../../ui/form/SaveOrCancel.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import { aiQueries } from '../../sql/ai/ai.queries.ts'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { changeOrganization } from './organizations.queries.ts'

const describeError = formFailure<{ level: AiLevel }>(['level'])

/** The data that the organization shares with the AI endpoint. */
export function AiLevelForm({ organization: { slug, opt_in_tags } }: { organization: Organization }) {
  const { mutateAsync } = useMutation(changeOrganization)
  const saved = { level: levelOf(opt_in_tags) }
  const form = useForm({ values: saved })
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeOrganization, { slug }))
  const { data: config } = useQuery(installationQueries.config())
  const { data: check } = useQuery(aiQueries.keyCheck())
  return (
    <Card
      title="AI"
      description={
        check?.hasKey === false
          ? 'This installation has no AI endpoint, so nothing is sent, whatever is selected here.'
          : 'The data that this organization’s projects share with the installation’s AI endpoint.'
      }
    >
      <Form
        form={form}
        aria-label="Data shared with AI"
        describeError={describeError}
        onSubmit={async ({ level }) => {
          const changed = await mutateAsync({ slug, opt_in_tags: tagsOf(level) })
          form.reset({ level: levelOf(changed.opt_in_tags) })
          toast({ title: 'AI settings saved', tone: 'success' })
        }}
      >
        <FormField control={form.control} name="level" label="Data shared with AI">
          {({ disabled: _, ...field }) => (
            <RadioGroup
              layout="cards"
              options={aiLevelOptions(highestLevel(config?.disabled_features ?? []))}
              disabled={refusal !== undefined}
              {...field}
            />
          )}
        </FormField>
        <SaveOrCancel saved={saved} refusal={refusal} />
      </Form>
    </Card>
  )
}

const levels: Record<AiLevel, { label: string; description: string }> = {
  disabled: {
    label: 'Disabled',
    description: 'Nothing is sent. AI is disabled in all projects of this organization.',
  },
  schema: {
    label: 'Schema',
    description: 'Names, types and policies in the database, and messages to the assistant.',
  },
  schema_and_log: {
    label: 'Schema and logs',
    description: 'Also the log and the advisors of a project, to find causes of problems.',
  },
  schema_and_log_and_data: {
    label: 'Schema, logs and database data',
    description: 'Also the rows of queries run in the assistant.',
  },
}

const NOT_OFFERED = 'Not available in this installation.'

/** The options; levels that the installation does not offer are disabled. */
const aiLevelOptions = (highest: AiLevel) =>
  aiLevels.map((value) => {
    const { label, description } = levels[value]
    return includesLevel(highest, value)
      ? { value, label, description }
      : { value, label, description: `${description} ${NOT_OFFERED}`, disabled: true }
  })
