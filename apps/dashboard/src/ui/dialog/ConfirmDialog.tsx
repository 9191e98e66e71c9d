import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { cx } from '../../lib/class-names.ts'
import { Button } from '../controls/Button.tsx'
import { Input } from '../controls/Input.tsx'
import { Callout } from '../feedback/Callout.tsx'
import { usePortalContainer } from '../floating/portal-container.ts'
import { Field } from '../form/Field.tsx'
import { DialogBody } from './DialogBody.tsx'
import { DialogFooter } from './DialogFooter.tsx'
import { dialogClass, scrimClass } from './dialog-class.ts'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** The consequences, and whether they can be undone. */
  children: ReactNode
  /** The verb of the title: "Delete project". */
  confirmLabel: string
  tone?: 'danger' | 'primary'
  /** Whether what the question shows is still loading, so that it cannot be confirmed yet. */
  isLoading?: boolean
  /** Text that must be typed exactly before the button works. */
  typeToConfirm?: string
  /** The dialog stays busy until this settles, then closes or displays the error. */
  onConfirm: () => Promise<unknown> | unknown
}

/** Asks for confirmation of something hard to undo. A click outside does not close it. */
export function ConfirmDialog({ open, onOpenChange, title, ...question }: ConfirmDialogProps) {
  const container = usePortalContainer()
  // What the question shows, such as its SQL, may have buttons too.
  const start = useRef<HTMLElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal container={container}>
        <Base.Backdrop className={scrimClass} />
        <Base.Viewport className="fixed inset-0 z-40 flex items-start justify-center overflow-y-auto px-4 py-[16dvh]">
          <Base.Popup className={cx(dialogClass, 'w-full max-w-md')} initialFocus={start}>
            <Base.Title className="px-4 pt-4 font-semibold text-base">{title}</Base.Title>
            <Question {...question} start={start} close={() => onOpenChange(false)} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** Mounted with the popup, so that text, errors and the busy state are reset when it is reopened. */
function Question({
  children,
  confirmLabel,
  tone = 'danger',
  isLoading = false,
  typeToConfirm,
  onConfirm,
  start,
  close,
}: Omit<ConfirmDialogProps, 'open' | 'onOpenChange' | 'title'> & {
  /** Where the focus begins: the text to type, otherwise the button that changes nothing. */
  start: RefObject<HTMLElement | null>
  close: () => void
}) {
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isMissing = typeToConfirm !== undefined && typed !== typeToConfirm

  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (isMissing || isBusy || isLoading) return
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      close()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={confirm} noValidate>
      <DialogBody className="pt-1">
        <Base.Description render={<div />} className="text-ink-muted text-sm">
          {children}
        </Base.Description>
        {failure && (
          <Callout tone="critical" role="alert">
            {failure}
          </Callout>
        )}
        {typeToConfirm !== undefined && (
          <Field label={`Type ${typeToConfirm} to confirm`}>
            <Input
              ref={start as RefObject<HTMLInputElement | null>}
              value={typed}
              onValueChange={setTyped}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        )}
      </DialogBody>
      <DialogFooter>
        <Base.Close
          {...(typeToConfirm === undefined && { ref: start as RefObject<HTMLButtonElement | null> })}
          render={<Button>Cancel</Button>}
        />
        <Button
          type="submit"
          variant={tone}
          loading={isBusy || isLoading}
          reason={isMissing ? `Type ${typeToConfirm} in the box first` : undefined}
        >
          {confirmLabel}
        </Button>
      </DialogFooter>
    </form>
  )
}
