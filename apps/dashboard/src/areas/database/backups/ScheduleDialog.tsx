import { DEFAULT_SCHEDULE } from '@basalt/contract/backups/backups.rules.ts'
import type { BackupOverview } from '@basalt/contract/backups/backups.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { changeSettings } from './backups.queries.ts'
import { nextText } from './schedule-text.rules.ts'

/** As they are typed; nothing means what the plan says. */
interface Fields {
  schedule: string
  window_minutes: string
  keep_days: string
  keep_count: string
}

const describeError = formFailure<Fields>(['schedule', 'window_minutes', 'keep_days', 'keep_count'])

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text))

type Settings = Pick<BackupOverview, 'schedule' | 'retention_days'>

/** When a project is backed up, and how long its backups are kept. */
export function ScheduleDialog({
  projectRef,
  settings,
  open,
  onOpenChange,
}: {
  projectRef: string
  settings: Settings
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { interval_hours: hours } = settings.schedule
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Change schedule"
      description={`The plan allows a backup every ${hours === 1 ? 'hour' : `${hours} hours`}.`}
    >
      <ScheduleForm projectRef={projectRef} settings={settings} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function ScheduleForm({
  projectRef,
  settings: { schedule, retention_days },
  close,
}: {
  projectRef: string
  settings: Settings
  close: () => void
}) {
  const { mutateAsync } = useMutation(changeSettings(projectRef))
  const form = useForm<Fields>({
    defaultValues: {
      schedule: schedule.cron,
      window_minutes: schedule.window_minutes?.toString() ?? '',
      keep_days: String(retention_days),
      keep_count: schedule.keep_count?.toString() ?? '',
    },
  })
  const next = nextText(form.watch('schedule'), new Date())
  return (
    <Form
      form={form}
      bare
      aria-label="Change schedule"
      describeError={describeError}
      onSubmit={async ({ schedule: cron, window_minutes, keep_days, keep_count }) => {
        await mutateAsync({
          schedule: cron.trim() === '' ? null : cron,
          window_minutes: numberOf(window_minutes),
          keep_days: numberOf(keep_days),
          keep_count: numberOf(keep_count),
        })
        close()
      }}
    >
      <DialogBody>
        <FormError />
        <FormField
          control={form.control}
          name="schedule"
          label="Schedule"
          description={`Minute, hour, day, month and weekday in UTC, as in cron. ${next ?? ''}`}
        >
          {(field) => (
            <Input {...field} autoComplete="off" spellCheck={false} placeholder={DEFAULT_SCHEDULE} />
          )}
        </FormField>
        <FormField
          control={form.control}
          name="window_minutes"
          label="Window in minutes"
          description="A backup that cannot begin in this time is skipped. Leave it empty to let it begin later."
        >
          {(field) => <Input {...field} inputMode="numeric" autoComplete="off" placeholder="No window" />}
        </FormField>
        <FormField
          control={form.control}
          name="keep_days"
          label="Days to keep"
          description={`At most ${schedule.keep_days_max}. Point-in-time recovery reaches back as far.`}
        >
          {(field) => (
            <Input
              {...field}
              inputMode="numeric"
              autoComplete="off"
              placeholder={String(schedule.keep_days_max)}
            />
          )}
        </FormField>
        <FormField
          control={form.control}
          name="keep_count"
          label="Backups to keep"
          description="The newest scheduled ones. Those made by hand stay."
        >
          {(field) => (
            <Input {...field} inputMode="numeric" autoComplete="off" placeholder="All of these days" />
          )}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Save schedule</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
