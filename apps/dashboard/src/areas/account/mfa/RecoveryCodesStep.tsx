import { Download } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { useHoldDialog } from '../../../ui/dialog/dialog-hold.ts'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { recoveryCodesFile } from './recovery-codes.rules.ts'

/** The last step of a dialog that created recovery codes, the only time they are displayed. */
export function RecoveryCodesStep({ codes, close }: { codes: readonly string[]; close: () => void }) {
  useHoldDialog()
  return (
    <>
      <DialogBody>
        <Callout tone="warning" role="status" title="Save these recovery codes now">
          They are displayed only once. Each signs you in once when you do not have your app. Store them apart
          from your password.
        </Callout>
        <CodeBlock code={codes.join('\n')} title="Recovery codes" />
      </DialogBody>
      <DialogFooter>
        <ButtonLink
          icon={Download}
          href={recoveryCodesFile(codes, location.host)}
          download="basalt-recovery-codes.txt"
        >
          Download
        </ButtonLink>
        <Button variant="primary" onClick={close}>
          I have saved them
        </Button>
      </DialogFooter>
    </>
  )
}
