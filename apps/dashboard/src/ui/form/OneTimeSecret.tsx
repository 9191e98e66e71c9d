import type { ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { DialogBody } from '../dialog/DialogBody.tsx'
import { DialogFooter } from '../dialog/DialogFooter.tsx'
import { useHoldDialog } from '../dialog/dialog-hold.ts'
import { Callout } from '../feedback/Callout.tsx'
import { CodeBlock } from '../text/CodeBlock.tsx'

/** The last step of a dialog that created a secret: displays it once and closes only by its button. */
export function OneTimeSecret({
  title,
  secrets,
  close,
  children,
}: {
  /** Such as "Copy the token now". */
  title: string
  /** The secrets by name. */
  secrets: Record<string, string>
  close: () => void
  /** What the secret gives access to. */
  children: ReactNode
}) {
  useHoldDialog()
  return (
    <>
      <DialogBody>
        <Callout tone="warning" role="status" title={title}>
          It is displayed only once. {children}
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
