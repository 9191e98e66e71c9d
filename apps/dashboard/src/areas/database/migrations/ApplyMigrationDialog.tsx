import { migrationNameOf, migrationOfFile } from '@basalt/contract/migrations/migrations.rules.ts'
import type { Rehearsal } from '@basalt/contract/migrations/migrations.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { CopyRehearsalPanel } from '../rehearsals/CopyRehearsalPanel.tsx'
import { MigrationToApply, type MigrationToApplyInput, toRun } from './migration-to-apply.schema.ts'
import { applyMigration, markApplied, rehearse } from './migrations.queries.ts'
import { RehearsalReport } from './RehearsalReport.tsx'

/** Rehearses, applies or marks a migration that is pasted or read from a file. */
export function ApplyMigrationDialog({
  projectRef,
  open,
  onOpenChange,
}: {
  projectRef: string
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Apply a migration"
      description="Its statements run in one transaction: all of them, or none."
      size="lg"
    >
      <MigrationForm projectRef={projectRef} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

const describeError = formFailure<MigrationToApplyInput>(['name', 'version', 'sql'])
const ways = [
  { value: 'apply', label: 'Apply it', description: 'Runs the SQL and adds the migration to the history.' },
  {
    value: 'mark',
    label: 'Mark it as applied',
    description: 'Adds it to the history without running it, such as after it was run by hand.',
  },
] as const

function MigrationForm({ projectRef, close }: { projectRef: string; close: () => void }) {
  const file = useRef<HTMLInputElement>(null)
  const [report, setReport] = useState<Rehearsal>()
  const [submissions, setSubmissions] = useState(0)
  const { mutateAsync: apply } = useMutation(applyMigration(projectRef))
  const { mutateAsync: mark } = useMutation(markApplied(projectRef))
  const rehearsal = useMutation(rehearse(projectRef))
  const form = useForm<MigrationToApplyInput, unknown, MigrationToApply>({
    resolver: zodResolver(MigrationToApply),
    defaultValues: { name: '', version: '', sql: '', way: 'apply' },
  })
  const [way, sql] = form.watch(['way', 'sql'])
  const read = async (chosen: File | undefined) => {
    if (!chosen) return
    const known = migrationOfFile(chosen.name)
    setReport(undefined)
    form.setValue('sql', await chosen.text())
    form.setValue('version', known?.version ?? '')
    form.setValue('name', known?.name ?? migrationNameOf(chosen.name.replace(/\.sql$/i, '')))
  }
  const tryIt = form.handleSubmit(async (values) => {
    setReport(undefined)
    try {
      setReport(await rehearsal.mutateAsync(toRun(values)))
    } catch (error) {
      const { message } = describeError(error)
      form.setError('root.server', { message: message ?? (error as Error).message })
    }
  })
  const submit = async (values: MigrationToApply) => {
    // What rehearsals said is said again if it is still true.
    setReport(undefined)
    setSubmissions((count) => count + 1)
    const { version } = await (values.way === 'mark' ? mark : apply)(toRun(values))
    toast({
      tone: 'success',
      title: values.way === 'mark' ? 'Migration marked as applied' : 'Migration applied',
      description: version,
    })
    close()
  }
  return (
    <Form form={form} bare aria-label="Apply a migration" describeError={describeError} onSubmit={submit}>
      <DialogBody>
        <FormError />
        <div>
          <Button icon={FileUp} onClick={() => file.current?.click()}>
            Choose a file
          </Button>
          <input
            ref={file}
            type="file"
            accept=".sql,text/plain,application/sql"
            aria-label="Migration file"
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => void read(target.files?.[0]).finally(() => (target.value = ''))}
          />
        </div>
        <FormField control={form.control} name="sql" label="SQL">
          {(field) => (
            <TextArea
              mono
              rows={10}
              spellCheck={false}
              placeholder="create table orders (…);"
              {...field}
              onValueChange={(value) => {
                setReport(undefined)
                field.onValueChange(value)
              }}
            />
          )}
        </FormField>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField control={form.control} name="name" label="Name">
            {(field) => <Input autoComplete="off" spellCheck={false} placeholder="add_orders" {...field} />}
          </FormField>
          <FormField
            control={form.control}
            name="version"
            label="Version"
            description="Empty: the current time."
          >
            {(field) => (
              <Input autoComplete="off" inputMode="numeric" placeholder="20260102030405" {...field} />
            )}
          </FormField>
        </div>
        <FormField control={form.control} name="way" label="What to do">
          {(field) => <RadioGroup options={ways} {...field} />}
        </FormField>
        {report && <RehearsalReport rehearsal={report} />}
        {way === 'apply' && sql.trim() !== '' && (
          <CopyRehearsalPanel key={`${submissions} ${sql}`} projectRef={projectRef} sql={sql} />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        {way === 'apply' && (
          <Button loading={rehearsal.isPending} onClick={() => void tryIt()}>
            Rehearse
          </Button>
        )}
        <SubmitButton>{way === 'mark' ? 'Mark as applied' : 'Apply migration'}</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
