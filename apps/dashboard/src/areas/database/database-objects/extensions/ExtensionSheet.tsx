import type { AvailableExtension } from '@basalt/contract/database-objects/extensions/extensions.schema.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../../ui/controls/Button.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../../ui/dialog/SheetBody.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { DescriptionList } from '../../../../ui/table/DescriptionList.tsx'
import { objectQueries } from '../objects.queries.ts'
import { inOrder, switchRefusal } from './extension-list.rules.ts'
import { UpdateButton } from './UpdateButton.tsx'

/** An extension with its versions, what it needs, and what uses it. */
export function ExtensionSheet({
  projectRef,
  extension,
  refusal,
  onSwitch,
  onClose,
}: {
  projectRef: string
  extension: AvailableExtension
  /** Why the member cannot change extensions. */
  refusal: string | undefined
  /** Opens what enables it, or disables it. */
  onSwitch: () => void
  onClose: () => void
}) {
  const { id, name, comment, schema, fixed_schema, requires } = extension
  const { installed_version, default_version, versions } = extension
  const reason = switchRefusal(extension, refusal)
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={<span className="wrap-anywhere">{name}</span>}
      description={id === null ? 'Not enabled' : `Enabled in the schema ${schema}`}
      size="lg"
    >
      <SheetBody className="gap-6">
        <DescriptionList
          items={[
            { label: 'Description', value: comment ?? 'None' },
            { label: 'Version', value: installed_version ?? default_version },
            { label: 'Versions here', value: inOrder(versions).join(', ') },
            ...(fixed_schema === null ? [] : [{ label: 'Only in the schema', value: fixed_schema }]),
            { label: 'Requires', value: requires.length === 0 ? 'Nothing' : requires.join(', ') },
          ]}
        />
        {id !== null && <Dependents projectRef={projectRef} id={id} />}
      </SheetBody>
      <DialogFooter>
        <UpdateButton projectRef={projectRef} extension={extension} refusal={refusal} />
        <Button onClick={onSwitch} {...(reason !== undefined && { reason })}>
          {id === null ? 'Enable' : 'Disable'}
        </Button>
      </DialogFooter>
    </Sheet>
  )
}

/** What would go with the extension: the plan of its drop knows. */
function Dependents({ projectRef, id }: { projectRef: string; id: number }) {
  const drop: ObjectChange = { object: 'extension', action: 'drop', id, fingerprint: '', cascade: false }
  const { data: plan, error } = useQuery(objectQueries.plan(projectRef, drop))
  return (
    <section aria-label="Used by" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Used by</h3>
      {plan ? (
        <ul className="flex flex-col gap-1 text-sm">
          {plan.dependents.map((text) => (
            <li key={text} className="wrap-anywhere">
              {text}
            </li>
          ))}
          {plan.has_more_dependents && <li className="text-ink-muted">and more</li>}
          {plan.dependents.length === 0 && <li className="text-ink-muted">Nothing in this database</li>}
        </ul>
      ) : error ? (
        <p className="text-critical-ink text-sm">{error.message}</p>
      ) : (
        <Skeleton className="h-9 w-full" />
      )}
    </section>
  )
}
