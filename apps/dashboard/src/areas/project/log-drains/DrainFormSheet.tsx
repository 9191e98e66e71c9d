import {
  type LogDrainKind,
  logDrainKinds,
  logDrainTitles,
} from '@basalt/contract/log-drains/log-drains.rules.ts'
import type { LogDrain } from '@basalt/contract/log-drains/log-drains.schema.ts'
import { logTitles } from '@basalt/contract/logs/log-limits.rules.ts'
import { wholeSources } from '@basalt/contract/logs/logs.rules.ts'
import { WEBHOOK_HEADERS_MAX } from '@basalt/contract/table-webhooks/table-webhooks.rules.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useController, useForm, useWatch } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { newId } from '../../../lib/new-id.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { HeaderFields } from '../../../ui/form/HeaderFields.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import {
  changeOf,
  type DrainInput,
  type DrainValues,
  drainFields,
  fieldsOf,
  newDrainOf,
  urlHints,
} from './drain-form.schema.ts'
import { addLogDrain, changeLogDrain } from './log-drains.queries.ts'

const describeError = formFailure<DrainInput>(['name', 'sources'])

const kinds = logDrainKinds.map((value) => ({ value, label: logDrainTitles[value] }))

type FormControl = Control<DrainInput, unknown, DrainValues>

/** Creates or changes a log drain. */
export function DrainFormSheet({
  projectRef: ref,
  drain,
  onClose,
}: {
  projectRef: string
  /** Undefined for a new one. */
  drain: LogDrain | undefined
  onClose: () => void
}) {
  const [id] = useState(() => drain?.id ?? newId())
  const { mutateAsync: add } = useMutation(addLogDrain(ref))
  const { mutateAsync: change } = useMutation(changeLogDrain(ref, id))
  const form = useForm<DrainInput, unknown, DrainValues>({
    resolver: zodResolver(drainFields(drain)),
    defaultValues: fieldsOf(drain),
  })
  const { control } = form
  const submit = async (values: DrainValues) => {
    if (drain) await change(changeOf(drain, values))
    else await add(newDrainOf(id, values))
    toast({
      tone: 'success',
      title: drain ? 'Log drain saved' : 'Log drain created. Events from now on are sent.',
    })
    onClose()
  }
  const title = drain ? `Edit ${drain.name}` : 'New log drain'
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={drain ? undefined : 'Sends every event from now on to another system.'}
      size="lg"
    >
      <Form form={form} bare aria-label={title} describeError={describeError} onSubmit={submit}>
        <SheetBody>
          <FormError />
          <FormField control={control} name="name" label="Name">
            {(field) => <Input autoComplete="off" placeholder="Archive" {...field} />}
          </FormField>
          {!drain && (
            <FormField control={control} name="kind" label="Protocol">
              {(field) => <RadioGroup layout="inline" options={kinds} {...field} />}
            </FormField>
          )}
          <Receiver control={control} drain={drain} />
          <Sources control={control} />
        </SheetBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>{drain ? 'Save log drain' : 'Create log drain'}</SubmitButton>
        </DialogFooter>
      </Form>
    </Sheet>
  )
}

function Receiver({ control, drain }: { control: FormControl; drain: LogDrain | undefined }) {
  const kind = useWatch({ control, name: 'kind' })
  return kind === 'syslog' ? (
    <SyslogFields control={control} drain={drain} />
  ) : (
    <HttpFields control={control} kind={kind} drain={drain} />
  )
}

function HttpFields({
  control,
  kind,
  drain,
}: {
  control: FormControl
  kind: Exclude<LogDrainKind, 'syslog'>
  drain: LogDrain | undefined
}) {
  const { placeholder, description } = urlHints[kind]
  return (
    <>
      <FormField
        control={control}
        name="url"
        label="Address"
        description={
          drain
            ? `Currently at ${drain.receiver}. Leave empty to keep it.`
            : `${description} Stored encrypted; later only its host is shown.`
        }
      >
        {(field) => (
          <Input autoComplete="off" spellCheck={false} inputMode="url" placeholder={placeholder} {...field} />
        )}
      </FormField>
      <HeaderFields
        control={control}
        knownNames={drain?.header_names ?? []}
        example="Authorization"
        max={WEBHOOK_HEADERS_MAX}
      />
      <Flag
        control={control}
        name="gzip"
        label="Compress with gzip"
        description="Takes about a tenth of the bytes. Nearly all receivers accept it."
      />
    </>
  )
}

function SyslogFields({ control, drain }: { control: FormControl; drain: LogDrain | undefined }) {
  const isEncrypted = useWatch({ control, name: 'tls' })
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-3">
        <FormField control={control} name="host" label="Host">
          {(field) => (
            <Input autoComplete="off" spellCheck={false} placeholder="logs.example.com" {...field} />
          )}
        </FormField>
        <FormField control={control} name="port" label="Port">
          {(field) => <Input inputMode="numeric" autoComplete="off" {...field} />}
        </FormField>
      </div>
      <Flag
        control={control}
        name="tls"
        label="Encrypt with TLS"
        description="Without it, everyone on the way can read the events."
      />
      {isEncrypted && (
        <FormField
          control={control}
          name="certificate"
          label="Certificate authority"
          description={
            drain?.syslog?.has_certificate
              ? 'One is stored. Leave empty to keep it.'
              : 'In PEM, for a receiver with a certificate of your own. Leave empty for a public one.'
          }
        >
          {(field) => (
            <TextArea mono rows={4} spellCheck={false} placeholder="-----BEGIN CERTIFICATE-----" {...field} />
          )}
        </FormField>
      )}
    </>
  )
}

function Flag({
  control,
  name,
  label,
  description,
}: {
  control: FormControl
  name: 'gzip' | 'tls'
  label: string
  description: string
}) {
  const { field } = useController({ control, name })
  return (
    <Checkbox
      label={label}
      description={description}
      checked={field.value}
      onCheckedChange={field.onChange}
    />
  )
}

/** Not in a Field, which would give each checkbox the group's name. */
function Sources({ control }: { control: FormControl }) {
  const { field, fieldState } = useController({ control, name: 'sources' })
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Sources</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {wholeSources.map((source) => (
          <Checkbox
            key={source}
            label={logTitles[source]}
            checked={field.value.includes(source)}
            onCheckedChange={(isChosen) =>
              field.onChange(
                wholeSources.filter((each) => (each === source ? isChosen : field.value.includes(each))),
              )
            }
          />
        ))}
      </div>
      <p className="text-ink-muted text-xs">
        Requests to storage and auth are part of those to the {logTitles.edge_logs}.
      </p>
      {fieldState.error && (
        <p role="alert" className="text-critical-ink text-xs">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  )
}
