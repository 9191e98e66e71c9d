import type { ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { DialogBody } from '../dialog/DialogBody.tsx'
import { DialogFooter } from '../dialog/DialogFooter.tsx'
import { useHoldDialog } from '../dialog/dialog-hold.ts'
import { Callout } from '../feedback/Callout.tsx'
import { CodeBlock } from '../text/CodeBlock.tsx'

/** The last step of a dialog that made a secret: to be copied now, and closed by nothing but its button. */
export function ShownOnce({
  title,
  secrets,
  close,
  children,
}: {
  /** Tells to copy it, as "Copy the token now". */
  title: string
  /** What is shown, by what it is called. */
  secrets: Record<string, string>
  close: () => void
  /** What its holder can do. */
  children: ReactNode
}) {
  useHoldDialog()
  return (
    <>
      <DialogBody>
        <Callout tone="warning" role="status" title={title}>
          It is shown only once. {children}
        </Callout>
        {Object.entries(secrets).map(([name, secret]) => (
          <CodeBlock key={name} code={secret} title={name} wrap />
        ))}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      </DialogFooter>
    </>
  )
}
