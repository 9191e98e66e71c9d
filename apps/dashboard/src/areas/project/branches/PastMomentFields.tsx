import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import { Combobox } from '../../../ui/controls/Combobox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { backupQueries } from '../../database/backups/backups.queries.ts'
import { AT_TIME, type BranchFields } from './branch-fields.schema.ts'
import { momentOptions, rangesText } from './past-moments.rules.ts'

/** At which moment of its source a branch begins, in a form with `BranchFields`. */
export function PastMomentFields({ source }: { source: string }) {
  const { control, watch } = useFormContext<BranchFields>()
  const { data, error } = useQuery(backupQueries.overview(source))
  if (!data && error)
    return (
      <Callout tone="critical" title="Failed to load the backups">
        {error.message}
      </Callout>
    )
  if (!data) return <Skeleton className="h-14 w-full" />
  const options = momentOptions(data)
  if (options.length === 0)
    return (
      <Callout title="No past moment is kept yet">
        Back up the project, or switch on point-in-time recovery.{' '}
        <TextLink render={<Link to="/project/$ref/database/backups/scheduled" params={{ ref: source }} />}>
          Open backups
        </TextLink>
      </Callout>
    )
  return (
    <>
      <FormField control={control} name="moment" label="Moment">
        {(field) => (
          <Combobox {...field} options={options} placeholder="Choose a time, restore point or backup" />
        )}
      </FormField>
      {watch('moment') === AT_TIME && (
        <FormField
          control={control}
          name="time"
          label="Time"
          description={`${rangesText(data.pitr.ranges)}, in your time zone.`}
        >
          {(field) => <Input {...field} type="datetime-local" step={1} />}
        </FormField>
      )}
    </>
  )
}
