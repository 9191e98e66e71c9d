import type { BranchDetails } from '@basalt/contract/branches/branches.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { BranchNameField } from './BranchNameField.tsx'
import { BranchSettingsFields } from './BranchSettingsFields.tsx'
import { BranchFields, branchCall, newBranchFields } from './branch-fields.schema.ts'
import { branchListQueries, createBranch, discardPreparedBranch } from './branch-list.queries.ts'
import { branchBadge } from './branches.rules.ts'
import { PastMomentFields } from './PastMomentFields.tsx'

/** Fields that most branches leave as they are. */
const SETTINGS = ['git_branch', 'kind', 'expires_after_days'] as const

const describeError = formFailure<BranchFields>(['branch_name', 'git_branch', 'expires_after_days'])

interface Props {
  branches: readonly BranchDetails[]
  /** The ref of the branch whose pages are open. */
  openRef: string
}

/** Asks what a new branch begins with. */
export function CreateBranchDialog({
  open,
  onOpenChange,
  ...props
}: Props & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create branch"
      description="A database of its own, with its own keys. The source keeps running while it is copied."
    >
      <BranchForm {...props} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function BranchForm({ branches, openRef, close }: Props & { close: () => void }) {
  const { mutateAsync } = useMutation(createBranch())
  const form = useForm<BranchFields>({
    resolver: zodResolver(BranchFields),
    defaultValues: newBranchFields(openRef),
  })
  const { errors } = form.formState
  const data = form.watch('data')
  const source = branches.find(({ project_ref }) => project_ref === form.watch('source'))
  usePreparation(data === 'all' ? source?.project_ref : undefined)
  const size = source?.disk_bytes == null ? '' : ` (${formatBytes(source.disk_bytes)})`
  return (
    <Form
      form={form}
      bare
      aria-label="Create branch"
      describeError={describeError}
      onSubmit={async (fields) => {
        await mutateAsync(branchCall(fields))
        close()
      }}
    >
      <DialogBody>
        <FormError />
        <BranchNameField />
        {branches.length > 1 && (
          <FormField control={form.control} name="source" label="From">
            {(field) => (
              <Select
                {...field}
                onValueChange={(next) => {
                  field.onValueChange(next)
                  // It is one of the other source.
                  form.resetField('moment')
                }}
                options={branches.map((branch) => ({
                  value: branch.project_ref,
                  label: branch.name,
                  description: branchBadge(branch).label,
                }))}
              />
            )}
          </FormField>
        )}
        <FormField control={form.control} name="data" label="Begins with">
          {(field) => (
            <RadioGroup
              {...field}
              layout="cards"
              aria-label="Begins with"
              options={[
                {
                  value: 'all',
                  label: 'Data and schema',
                  description: `All rows${size}, and all files. Passwords and keys are new; webhooks and HTTP requests are off until you switch them on.`,
                },
                {
                  value: 'schema',
                  label: 'Schema only',
                  description: 'Tables, functions, policies and buckets, without rows and files.',
                },
                {
                  value: 'past',
                  label: 'A past moment',
                  description: 'Rows and files as they were then. Takes as long as a restore.',
                },
              ]}
            />
          )}
        </FormField>
        {data === 'past' && source && (
          <PastMomentFields key={source.project_ref} source={source.project_ref} />
        )}
        <Disclosure summary="Lifetime and git branch" isWrong={SETTINGS.some((name) => errors[name])}>
          <div className="flex flex-col gap-4 pt-2">
            <BranchSettingsFields />
          </div>
        </Disclosure>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Create branch</SubmitButton>
      </DialogFooter>
    </Form>
  )
}

/** Has a source copied while the dialog is open. A branch that is created takes over what was copied, so that it is not discarded. */
function usePreparation(source: string | undefined) {
  // The branch is made without it, too.
  useQuery({ ...branchListQueries.preparation(source ?? ''), enabled: source !== undefined })
  const { mutate: discard } = useMutation(discardPreparedBranch())
  useEffect(() => (source === undefined ? undefined : () => discard(source)), [source, discard])
}
