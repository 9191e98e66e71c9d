import type { AvailableExtension } from '@basalt/contract/database-objects/extensions/extensions.schema.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { useState } from 'react'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Field } from '../../../../ui/form/Field.tsx'
import { CodeBlock } from '../../../../ui/text/CodeBlock.tsx'
import { SchemaCombobox } from '../../../table-editor/entities/SchemaCombobox.port.tsx'
import { usePlan } from '../../../table-editor/tables/change-plan.port.ts'
import { objectQueries, useRunObjectChange } from '../objects.queries.ts'

/** The schema that the platform has for objects of extensions. */
const EXTENSIONS_SCHEMA = 'extensions'

/** Asks for the schema of an extension, and enables it. */
export function EnableExtensionDialog({
  projectRef: ref,
  extension: { name, fixed_schema, requires },
  refusal,
  onClose,
}: {
  projectRef: string
  extension: AvailableExtension
  /** Why the member cannot enable it. */
  refusal: string | undefined
  onClose: () => void
}) {
  const [schema, setSchema] = useState(fixed_schema ?? EXTENSIONS_SCHEMA)
  const change: ObjectChange = {
    object: 'extension',
    action: 'create',
    draft: { name, schema, version: null },
  }
  const plan = usePlan(change, (asked) => objectQueries.plan(ref, asked))
  const run = useRunObjectChange(ref)
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Enable ${name}?`}
      confirmLabel="Enable extension"
      onConfirm={async () => {
        if (refusal !== undefined) throw new Error(refusal)
        await run(change)
        toast({ tone: 'success', title: `${name} enabled` })
      }}
    >
      <div className="flex flex-col gap-3">
        {requires.length > 0 && <p>It needs {requires.join(', ')}, enabled along with it.</p>}
        <Field label="Schema" description="Where its functions and types are.">
          <SchemaCombobox
            projectRef={ref}
            isForChanges
            also={EXTENSIONS_SCHEMA}
            value={schema}
            disabled={fixed_schema !== null}
            onValueChange={(next) => next !== null && setSchema(next)}
          />
        </Field>
        {plan.data && (
          <CodeBlock
            label="SQL of this change"
            code={plan.data.statements.map(({ sql }) => `${sql};`).join('\n')}
            wrap
          />
        )}
        {plan.isError && <p className="text-critical-ink text-xs">{plan.error.message}</p>}
      </div>
    </ConfirmDialog>
  )
}
