import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Callout } from './Callout.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { DialogBody } from './DialogBody.tsx'
import { DialogFooter } from './DialogFooter.tsx'
import { useHoldDialog } from './dialog-hold.ts'

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
  /** What whoever has it can do. */
  children: ReactNode
}) {
  useHoldDialog()
  return (
    <>
      <DialogBody>
        <Callout tone="warning" role="status" title={title}>
          It is shown this once. {children}
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
