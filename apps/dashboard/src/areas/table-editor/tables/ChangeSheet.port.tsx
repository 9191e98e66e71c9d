import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, failedWith } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { type ChangePlanQuery, ChangeSql } from './ChangeSql.port.tsx'
import type { ChangeFormState } from './change-form.port.ts'
import { warningOf } from './consequences.rules.ts'

/** A sheet with a form that changes the database, the SQL it runs, and a button that runs it. */
export function ChangeSheet({
  what,
  title,
  description,
  saveLabel,
  refusal,
  state,
  plan,
  apply,
  children,
  onSaved,
  onClose,
}: {
  /** The kind of object, such as `table`. */
  what: string
  title: string
  description?: string
  saveLabel: string
  /** Why the member cannot save. */
  refusal: string | undefined
  state: Pick<
    ChangeFormState<object>,
    'isDirty' | 'isStale' | 'errors' | 'setErrors' | 'startOver' | 'forget'
  >
  plan: ChangePlanQuery
  /** Runs the change and resolves to the oid of what was changed. */
  apply: () => Promise<number | null>
  children: ReactNode
  onSaved: (id: number | null) => void
  onClose: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const { errors } = state
  // The first field that is wrong gets focus.
  useEffect(() => {
    if (errors.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  const close = () => (state.isDirty ? setAsking(true) : discard())
  const discard = () => {
    state.forget()
    onClose()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (isSaving || refusal !== undefined) return
    setSaving(true)
    setFailure(undefined)
    try {
      const id = await apply()
      state.forget()
      onSaved(id)
    } catch (error) {
      state.setErrors(fieldErrors(error))
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setSaving(false)
    }
  }
  const isNothing = plan.data?.statements.length === 0 && plan.data.problems.length === 0 && !plan.isBehind
  // The SQL may be below the fold; what it costs is not.
  const warning = plan.data && warningOf(plan.data)
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && close()}
      title={title}
      description={description}
      size="xl"
    >
      <form
        ref={form}
        aria-label={title}
        noValidate
        onSubmit={(event) => void save(event)}
        className="flex min-h-0 flex-1 flex-col"
      >
        <SheetBody className="gap-6">
          {state.isStale && (
            <Callout
              tone="warning"
              title={`The ${what} was changed since you began`}
              action={
                <Button size="sm" onClick={state.startOver}>
                  Start over
                </Button>
              }
            >
              What you typed is still here. Start over from how the {what} is now to save.
            </Callout>
          )}
          {children}
          <ChangeSql plan={plan} />
          {failure !== undefined && (
            <Callout tone="critical" role="alert" title="Nothing was changed">
              {failure}
            </Callout>
          )}
        </SheetBody>
        <DialogFooter aside={warning && <span className="text-warning-ink">{warning}</span>}>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            loading={isSaving}
            {...(refusal !== undefined
              ? { reason: refusal }
              : isNothing && { reason: 'There is nothing to save yet' })}
          >
            {saveLabel}
          </Button>
        </DialogFooter>
      </form>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Discard what you typed?"
        confirmLabel="Discard"
        onConfirm={discard}
      >
        Nothing of it has been saved.
      </ConfirmDialog>
    </Sheet>
  )
}

interface Issue {
  path: string
  message: string
}

/** What the server said about single fields, by their paths in the draft. */
function fieldErrors(error: unknown): ReadonlyMap<string, string> {
  const isOfFields = failedWith(error, 'validation_failed') || failedWith(error, 'sql_failed')
  const issues = isOfFields && error instanceof ApiError ? error.body.details?.issues : undefined
  return new Map(
    Array.isArray(issues)
      ? (issues as Issue[]).map(({ path, message }) => [withoutPrefix(path), message])
      : [],
  )
}

/** The contract names a field by its place in the whole body. */
const withoutPrefix = (path: string) => path.replace(/^(?:table|draft)\./, '')
