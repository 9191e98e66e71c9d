import type { StoragePolicy } from '@basalt/contract/storage/policies.endpoints.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Form } from '../../../../ui/form/Form.tsx'
import { SubmitButton } from '../../../../ui/form/SubmitButton.tsx'
import { CodeBlock } from '../../../../ui/text/CodeBlock.tsx'
import { PolicyFields } from './PolicyFields.tsx'
import { runPolicySql } from './policy.queries.ts'
import {
  alterPolicySql,
  ChangedPolicyValues,
  createPolicySql,
  emptyPolicy,
  operations,
  POLICY_NAME_MAX,
  PolicyValues,
  valuesOfPolicy,
} from './policy-form.rules.ts'
import { policyTemplates, shortName } from './policy-templates.ts'

/** Creating a policy for a bucket, or editing one. */
export type PolicyTask = { kind: 'new'; bucket: string } | { kind: 'edit'; policy: StoragePolicy }

export function PolicyDialog({
  projectRef,
  task,
  onClose,
}: {
  projectRef: string
  task: PolicyTask | undefined
  onClose: () => void
}) {
  return (
    <Dialog
      open={task !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={task?.kind === 'edit' ? `Edit policy` : `Add a policy to ${task?.bucket ?? 'the bucket'}`}
    >
      {task && <Steps projectRef={projectRef} task={task} onClose={onClose} />}
    </Dialog>
  )
}

interface StepProps {
  projectRef: string
  task: PolicyTask
  onClose: () => void
}

/** The steps: choose a template, edit the policy, review its SQL, save. */
function Steps({ task, ...rest }: StepProps) {
  const [draft, setDraft] = useState<PolicyValues | undefined>(
    // The operation of an existing policy cannot be changed; the form only needs a valid value.
    task.kind === 'edit' ? { ...valuesOfPolicy(task.policy), operations: [operations[0]] } : undefined,
  )
  const [reviewed, setReviewed] = useState<PolicyValues>()
  if (!draft && task.kind === 'new') return <TemplateList bucket={task.bucket} onChoose={setDraft} />
  if (!reviewed)
    return <Editor {...rest} task={task} values={draft ?? emptyPolicy('')} onReview={setReviewed} />
  const back = () => {
    setDraft(reviewed)
    setReviewed(undefined)
  }
  return <Review {...rest} task={task} values={reviewed} onBack={back} />
}

function TemplateList({ bucket, onChoose }: { bucket: string; onChoose: (values: PolicyValues) => void }) {
  const choice = 'flex w-full flex-col rounded-md border border-line px-3 py-2 text-left hover:bg-surface-2'
  return (
    <DialogBody>
      <button type="button" className={choice} onClick={() => onChoose(emptyPolicy(bucket))}>
        <span className="font-medium text-sm">For full customization</span>
        <span className="text-ink-muted text-sm">Write the condition yourself.</span>
      </button>
      <section aria-label="Get started quickly" className="flex flex-col gap-2">
        <h3 className="text-ink-muted text-xs">Get started quickly</h3>
        {policyTemplates(bucket).map(({ name, description, values }) => (
          <button
            key={name}
            type="button"
            className={choice}
            onClick={() => onChoose({ ...values, name: shortName(name, POLICY_NAME_MAX) })}
          >
            <span className="font-medium text-sm">{name}</span>
            <span className="text-ink-muted text-sm">{description}</span>
          </button>
        ))}
      </section>
    </DialogBody>
  )
}

function Editor({
  task,
  values,
  onClose,
  onReview,
}: StepProps & { values: PolicyValues; onReview: (values: PolicyValues) => void }) {
  const form = useForm({
    resolver: zodResolver(task.kind === 'new' ? PolicyValues : ChangedPolicyValues),
    defaultValues: values,
  })
  return (
    <Form form={form} bare aria-label="Policy" onSubmit={onReview}>
      <DialogBody>
        <PolicyFields form={form} roles={values.roles} hasOperations={task.kind === 'new'} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton>Review</SubmitButton>
      </DialogFooter>
    </Form>
  )
}

function Review({
  projectRef,
  task,
  values,
  onBack,
  onClose,
}: StepProps & { values: PolicyValues; onBack: () => void }) {
  const save = useMutation(runPolicySql(projectRef))
  const statements =
    task.kind === 'new' ? createPolicySql(values, task.bucket) : alterPolicySql(task.policy, values)
  return (
    <>
      <DialogBody>
        <p className="text-ink-muted text-sm">
          {statements.length === 1
            ? 'This statement will run'
            : `These ${statements.length} statements will run, all or none,`}{' '}
          in the project’s database.
        </p>
        {save.isError && (
          <Callout tone="critical" role="alert" title={`Error adding policy: ${save.error.message}`} />
        )}
        {statements.map((sql, index) => (
          <CodeBlock
            key={sql}
            code={sql}
            title={statements.length === 1 ? 'SQL' : `Statement ${index + 1}`}
            wrap
          />
        ))}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onBack}>Back to edit</Button>
        <Button
          variant="primary"
          loading={save.isPending}
          onClick={() =>
            save.mutate(statements.join('\n'), {
              onSuccess: () => {
                toast({ tone: 'success', title: 'Successfully saved policy!' })
                onClose()
              },
            })
          }
        >
          Save policy
        </Button>
      </DialogFooter>
    </>
  )
}
