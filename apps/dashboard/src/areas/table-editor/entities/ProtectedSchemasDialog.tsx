import { PROTECTED_SCHEMAS } from '@basalt/contract/table-editor/entities.rules.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'

/** Explains why some schemas can only be read here. */
export function ProtectedSchemasDialog({ open, close }: { open: boolean; close: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title="Protected schemas"
      size="sm"
      initialFocus="itself"
    >
      <DialogBody>
        <div className="flex flex-col gap-3 text-sm">
          <p>
            The platform and extensions keep their own tables in these schemas and rely on their structure. A
            change could break sign-in, file storage or a later update, so the table editor only reads them.
          </p>
          <p className="wrap-anywhere text-ink-muted">
            {[...PROTECTED_SCHEMAS, 'pg_*'].map((name, index) => (
              <span key={name}>
                {index > 0 && ', '}
                <code className="font-mono text-xs">{name}</code>
              </span>
            ))}
          </p>
          <p>
            Create your own tables in <code className="font-mono text-xs">public</code> or a new schema, and
            refer to protected tables by foreign keys.
          </p>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Close</Button>
      </DialogFooter>
    </Dialog>
  )
}
