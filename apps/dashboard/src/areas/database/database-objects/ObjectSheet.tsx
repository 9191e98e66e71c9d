import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import type { DescribedObject, ListedObject, ObjectKindPage } from './object-kind-page.ts'
import type { PanelRefusals } from './object-refusals.rules.ts'
import { objectQueries } from './objects.queries.ts'
import type { ObjectPanel } from './objects-url.rules.ts'

/** An object with its definition and what can be done with it. */
export function ObjectSheet<Item extends ListedObject, Found extends DescribedObject>({
  projectRef,
  kind,
  found,
  refusals,
  memberRefusal,
  onOpen,
  onClose,
}: {
  projectRef: string
  kind: ObjectKindPage<Item, Found>
  found: Found
  refusals: PanelRefusals
  /** Why the member cannot change objects. */
  memberRefusal: string | undefined
  onOpen: (panel: ObjectPanel) => void
  onClose: () => void
}) {
  const { owner, extension, draft } = found
  const title = kind.titleOf?.(found) ?? draft.name
  const known = kind.definitionOf?.(found)
  // The SQL that creates it is that of a duplicate with its own name.
  const { data: plan } = useQuery({
    ...objectQueries.plan(projectRef, {
      object: kind.object,
      action: 'create',
      draft,
    } as unknown as ObjectChange),
    enabled: known === undefined,
  })
  const definition = known ?? plan?.statements.map(({ sql }) => `${sql};`).join('\n\n')
  const place =
    kind.placeOf?.(found) ?? (draft.schema !== undefined ? `In the schema ${draft.schema}` : undefined)
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={<span className="wrap-anywhere">{title}</span>}
      description={place}
      size="lg"
    >
      <SheetBody className="gap-6">
        <DescriptionList
          items={[
            ...(draft.comment === undefined
              ? []
              : [
                  {
                    label: 'Description',
                    value: draft.comment ?? <span className="text-ink-muted">None</span>,
                  },
                ]),
            ...(owner === null ? [] : [{ label: 'Owner', value: owner }]),
            ...(extension === null ? [] : [{ label: 'Extension', value: extension }]),
          ]}
        />
        <kind.Details projectRef={projectRef} found={found} refusal={memberRefusal} onClose={onClose} />
        <section aria-label="Definition" className="flex flex-col gap-2">
          <h3 className="font-medium text-sm">SQL</h3>
          {definition !== undefined ? (
            <CodeBlock label={`SQL of ${title}`} code={definition} wrap />
          ) : (
            <Skeleton className="h-24 w-full" />
          )}
        </section>
      </SheetBody>
      <DialogFooter>
        <Button icon={Trash2} onClick={() => onOpen('delete')} {...reasonOf(refusals.drop)}>
          Delete
        </Button>
        <Button icon={Copy} onClick={() => onOpen('duplicate')} {...reasonOf(refusals.duplicate)}>
          Duplicate
        </Button>
        <Button icon={Pencil} onClick={() => onOpen('edit')} {...reasonOf(refusals.edit)}>
          Edit
        </Button>
      </DialogFooter>
    </Sheet>
  )
}

const reasonOf = (refusal: string | undefined) => refusal !== undefined && { reason: refusal }
