import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { BLOCK_TEXT_MAX, BLOCKS_MAX, REPORT_NAME_MAX } from '@basalt/contract/reports/reports.rules.ts'
import type { Report, ReportBlock } from '@basalt/contract/reports/reports.schema.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { LayoutGrid, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { failedWith, requestIdOf } from '../../../api/api-error.ts'
import { newId } from '../../../lib/new-id.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { ReportControls } from '../metrics/ReportControls.tsx'
import type { ReportSearch } from '../metrics/report-search.rules.ts'
import { AddBlock } from './AddBlock.tsx'
import { ReportBlockCard } from './ReportBlockCard.tsx'
import { ReportGrid } from './ReportGrid.tsx'
import { moved, resized, sameBlocks, settled, withBlock } from './report-draft.rules.ts'
import { deleteReport, reportQueries, saveReport } from './reports.queries.ts'

interface PageProps {
  project: Project
  id: string
  search: ReportSearch
  onSearchChange: (search: ReportSearch) => void
}

/** A report that members put together, to look at and to edit. */
export function CustomReportPage({ project, id, search, onSearchChange }: PageProps) {
  const report = useQuery(reportQueries.one(project.ref, id))
  if (report.isError && !report.data)
    return (
      <div className="mx-auto w-full max-w-7xl px-4 py-8 sm:px-6">
        <ErrorPanel
          title="Failed to load the report"
          message={report.error.message}
          requestId={requestIdOf(report.error)}
          onRetry={report.refetch}
          retrying={report.isFetching}
        />
      </div>
    )
  if (!report.data)
    return (
      <div className="mx-auto flex w-full max-w-7xl flex-col gap-4 px-4 py-8 sm:px-6">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-80" />
      </div>
    )
  return (
    <LoadedReport project={project} report={report.data} search={search} onSearchChange={onSearchChange} />
  )
}

/** What is edited: a copy of a revision. */
interface Draft {
  readonly name: string
  readonly blocks: readonly ReportBlock[]
  readonly revision: number
}

function LoadedReport({
  project,
  report,
  search,
  onSearchChange,
}: Omit<PageProps, 'id'> & { report: Report }) {
  const { ref, organization_slug: slug } = project
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeReports, { slug, ref }))
  const [draft, setDraft] = useState<Draft>()
  const [editedText, setEditedText] = useState<Extract<ReportBlock, { kind: 'text' }>>()
  const [isDeleting, setDeleting] = useState(false)
  const save = useMutation(saveReport(ref, report.id))
  const remove = useMutation(deleteReport(ref))
  const blocks = draft?.blocks ?? report.content.blocks
  const isChanged =
    draft !== undefined && (draft.name !== report.name || !sameBlocks(draft.blocks, report.content.blocks))
  const isConflict = failedWith(save.error, 'conflict') && save.error.body.details?.reason === 'changed'
  const leaving = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })
  const edit = () => {
    save.reset()
    setDraft({ name: report.name, blocks: report.content.blocks, revision: report.revision })
  }
  const change = (next: readonly ReportBlock[]) =>
    setDraft(
      (current) => current && (sameBlocks(current.blocks, next) ? current : { ...current, blocks: next }),
    )
  const store = (revision: number | undefined) => {
    if (!draft) return
    const { name, blocks: saved } = draft
    save.mutate(
      {
        name,
        description: report.description,
        content: { blocks: [...saved] },
        ...(revision !== undefined && { revision }),
      },
      { onSuccess: () => setDraft(undefined) },
    )
  }
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-4 px-4 py-8 sm:px-6">
      <PageHeader
        title={
          draft ? (
            <Input
              aria-label="Name of the report"
              className="w-80! max-w-full"
              maxLength={REPORT_NAME_MAX}
              value={draft.name}
              onValueChange={(name) => setDraft({ ...draft, name })}
            />
          ) : (
            report.name
          )
        }
        {...(report.description !== '' && { description: report.description })}
        actions={
          draft ? (
            <>
              <AddBlock
                projectRef={ref}
                onAdd={(content) =>
                  draft.blocks.length < BLOCKS_MAX && change(withBlock(draft.blocks, newId(), content))
                }
              />
              <Button
                onClick={() => {
                  save.reset()
                  setDraft(undefined)
                }}
              >
                Cancel
              </Button>
              <Button variant="primary" loading={save.isPending} onClick={() => store(draft.revision)}>
                Save report
              </Button>
            </>
          ) : (
            <>
              <ReportControls
                project={project}
                search={search}
                onSearchChange={onSearchChange}
                isRefreshing={false}
              />
              <Button icon={Pencil} reason={refusal} onClick={edit}>
                Edit
              </Button>
              <IconButton
                label="Delete the report"
                icon={Trash2}
                {...(refusal !== undefined && { reason: refusal })}
                onClick={() => setDeleting(true)}
              />
            </>
          )
        }
      />
      {save.isError && (
        <Callout
          tone={isConflict ? 'warning' : 'critical'}
          role="alert"
          title={isConflict ? 'The report was changed' : 'Failed to save the report'}
          action={
            isConflict && (
              <span className="flex gap-2">
                <Button
                  onClick={() => {
                    save.reset()
                    setDraft(undefined)
                    void client.invalidateQueries({ queryKey: reportQueries.one(ref, report.id).queryKey })
                  }}
                >
                  Load their version
                </Button>
                <Button onClick={() => store(undefined)}>Replace it with mine</Button>
              </span>
            )
          }
        >
          {save.error.message}
        </Callout>
      )}
      {blocks.length === 0 ? (
        <EmptyState
          icon={LayoutGrid}
          title="This report is empty"
          action={
            draft ? undefined : (
              <Button variant="primary" reason={refusal} onClick={edit}>
                Edit report
              </Button>
            )
          }
        >
          Add charts, saved queries and text, and drag them to where they belong.
        </EmptyState>
      ) : (
        <ReportGrid blocks={blocks} isEditing={draft !== undefined} onBlocksChange={change}>
          {(block) => (
            <ReportBlockCard
              projectRef={ref}
              block={block}
              search={search}
              editing={
                draft && {
                  onMove: (step) => change(settled(blocks, moved(block, step))),
                  onResize: (step) => change(settled(blocks, resized(block, step))),
                  onRemove: () => change(blocks.filter(({ id }) => id !== block.id)),
                  onEdit: block.kind === 'text' ? () => setEditedText(block) : undefined,
                }
              }
            />
          )}
        </ReportGrid>
      )}
      <TextDialog
        block={editedText}
        onClose={() => setEditedText(undefined)}
        onText={(text) =>
          change(blocks.map((block) => (block.id === editedText?.id ? { ...editedText, text } : block)))
        }
      />
      <ConfirmDialog
        open={leaving.status === 'blocked'}
        onOpenChange={(open) => !open && leaving.reset?.()}
        title="Leave without saving?"
        confirmLabel="Leave"
        onConfirm={async () => leaving.proceed?.()}
      >
        The changes of this report are lost.
      </ConfirmDialog>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Delete ${report.name}?`}
        confirmLabel="Delete report"
        onConfirm={async () => {
          await remove.mutateAsync(report.id)
          await navigate({ to: '/project/$ref/reports', params: { ref } })
        }}
      >
        The report is deleted for all members of the project. What it shows is kept.
      </ConfirmDialog>
    </div>
  )
}

function TextDialog({
  block,
  onClose,
  onText,
}: {
  block: Extract<ReportBlock, { kind: 'text' }> | undefined
  onClose: () => void
  onText: (text: string) => void
}) {
  return (
    <Dialog
      open={block !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Text"
      description="Markdown"
      size="lg"
    >
      {block && <TextForm key={block.id} initial={block.text} onClose={onClose} onText={onText} />}
    </Dialog>
  )
}

function TextForm({
  initial,
  onClose,
  onText,
}: {
  initial: string
  onClose: () => void
  onText: (text: string) => void
}) {
  const [text, setText] = useState(initial)
  return (
    <>
      <DialogBody>
        <TextArea
          aria-label="Text of the block"
          rows={12}
          maxLength={BLOCK_TEXT_MAX}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          onClick={() => {
            onText(text)
            onClose()
          }}
        >
          Apply
        </Button>
      </DialogFooter>
    </>
  )
}
