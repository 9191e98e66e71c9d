import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { DropObjectDialog } from './DropObjectDialog.tsx'
import { ObjectSheet } from './ObjectSheet.tsx'
import type { DescribedObject, ListedObject, ObjectKindPage } from './object-kind-page.ts'
import { refusalsFor } from './object-refusals.rules.ts'
import type { ObjectPanel } from './objects-url.rules.ts'

interface Props<Item extends ListedObject, Found extends DescribedObject> {
  projectRef: string
  kind: ObjectKindPage<Item, Found>
  panel: ObjectPanel | undefined
  id: number | undefined
  /** For a new object. */
  schema: string
  /** Why the member cannot change objects. */
  refusal: string | undefined
  /** Why nothing in the schema can be changed. */
  schemaRefusal: string | undefined
  onOpen: (panel: ObjectPanel, id: number) => void
  onClose: () => void
}

/** The panel that the URL names. */
export function ObjectPanels<Item extends ListedObject, Found extends DescribedObject>(
  props: Props<Item, Found>,
) {
  const { projectRef, kind, panel, id, schema, schemaRefusal, refusal, onOpen, onClose } = props
  if (panel === undefined) return null
  if (panel === 'new')
    return (
      <kind.FormSheet
        projectRef={projectRef}
        schema={schema}
        found={undefined}
        isCopy={false}
        refusal={schemaRefusal ?? refusal}
        onSaved={(created) => {
          if (created === null) return goesOn(kind.one, onClose)
          toast({ tone: 'success', title: `${capitalized(kind.one)} created` })
          onOpen('view', created)
        }}
        onClose={onClose}
      />
    )
  if (id === undefined) return null
  return <PanelOfObject key={`${panel} ${id}`} {...props} panel={panel} id={id} />
}

function PanelOfObject<Item extends ListedObject, Found extends DescribedObject>({
  projectRef,
  kind,
  panel,
  id,
  schema,
  refusal: memberRefusal,
  onOpen,
  onClose,
}: Props<Item, Found> & { panel: ObjectPanel; id: number }) {
  const query = useQuery(kind.queries.one(projectRef, id))
  const { data: found } = query
  // What is changed or deleted begins with the object as it is now: what was read before may have changed since. A form
  // that is open stays open while the object is read again.
  const [isCurrent, setCurrent] = useState(panel === 'view')
  if (!isCurrent && found && !(query.isFetching && query.isStale)) setCurrent(true)
  if (!found || !isCurrent)
    return (
      <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()} title={capitalized(kind.one)} size="xl">
        <SheetBody>
          {query.error ? (
            <ErrorPanel
              title={`Failed to load the ${kind.one}`}
              message={query.error.message}
              requestId={requestIdOf(query.error)}
              retrying={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <div role="status" aria-label={`Loading the ${kind.one}`} className="flex flex-col gap-4">
              {['h-8', 'h-9', 'h-40', 'h-24'].map((height) => (
                <Skeleton key={height} className={`${height} w-full`} />
              ))}
            </div>
          )}
        </SheetBody>
      </Sheet>
    )
  const refusals = refusalsFor(found, memberRefusal)
  if (panel === 'delete') {
    const drop = { projectRef, found, refusal: refusals.drop, onClose }
    return kind.DropDialog ? <kind.DropDialog {...drop} /> : <DropObjectDialog kind={kind} {...drop} />
  }
  if (panel === 'edit' || panel === 'duplicate')
    return (
      <kind.FormSheet
        projectRef={projectRef}
        schema={found.draft.schema ?? schema}
        found={found}
        isCopy={panel === 'duplicate'}
        refusal={refusals[panel]}
        onSaved={(saved) => {
          if (saved === null) return goesOn(kind.one, onClose)
          toast({
            tone: 'success',
            title: `${capitalized(kind.one)} ${panel === 'edit' ? 'saved' : 'created'}`,
          })
          onOpen('view', saved)
        }}
        onClose={onClose}
      />
    )
  return (
    <ObjectSheet
      projectRef={projectRef}
      kind={kind}
      found={found}
      refusals={refusals}
      memberRefusal={memberRefusal}
      onOpen={(next) => onOpen(next, id)}
      onClose={onClose}
    />
  )
}

function goesOn(one: string, onClose: () => void) {
  toast({ title: `The ${one} is being built`, description: 'It continues when you close this page.' })
  onClose()
}

const capitalized = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
