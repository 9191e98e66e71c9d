import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can } from '@basalt/contract/projects/status.rules.ts'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { CirclePause, CirclePlay, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { dayOf } from '../../../../lib/dates.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Card } from '../../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { DescriptionList } from '../../../../ui/table/DescriptionList.tsx'
import { LockCard } from '../../production-lock/LockCard.tsx'
import { reasonAgainst } from '../actions/action-reasons.rules.ts'
import { type ProjectDialog, ProjectDialogs } from '../actions/ProjectDialogs.tsx'
import { useMayDelete } from '../actions/use-may-delete.ts'
import { projectQueries, restoreProject } from '../projects.queries.ts'
import { regionLabel } from '../region-label.rules.ts'
import { useProjectRefusals } from '../state/use-project-refusals.ts'
import { TransferProject } from './TransferProject.tsx'

/** The general settings page: name, restart, pause, transfer and deletion. */
export function GeneralSettings({ projectRef }: { projectRef: string }) {
  const { data: project } = useSuspenseQuery(projectQueries.detail(projectRef))
  const [dialog, setDialog] = useState<ProjectDialog>()
  const mayDelete = useMayDelete()
  const refusals = useProjectRefusals(project)
  const { status } = project
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title="General settings" />
      <Card
        title="Project"
        actions={
          <Button reason={refusals.rename} onClick={() => setDialog('rename')}>
            Rename
          </Button>
        }
      >
        <DescriptionList
          items={[
            { label: 'Name', value: project.name },
            { label: 'Ref', value: <code className="text-xs">{project.ref}</code>, copy: project.ref },
            { label: 'Region', value: regionLabel(project.region) },
            { label: 'Created', value: dayOf(project.created_at) },
          ]}
        />
      </Card>
      <Card
        title="Restart project"
        description="Stops and starts the database. Open connections end; all data stays."
        actions={
          <Button
            icon={RotateCw}
            reason={refusals.restart ?? reasonAgainst('restart', status)}
            onClick={() => setDialog('restart')}
          >
            Restart
          </Button>
        }
      />
      <LockCard project={project} />
      <PauseCard project={project} onPause={() => setDialog('pause')} />
      {mayDelete && <TransferProject key={project.organization_slug} project={project} />}
      {mayDelete && (
        <Card
          danger
          title="Delete project"
          description="Deletes the database with all its data and files. This cannot be undone."
          actions={
            <Button
              variant="danger"
              reason={refusals.delete ?? reasonAgainst('delete', status)}
              onClick={() => setDialog('delete')}
            >
              Delete project
            </Button>
          }
        />
      )}
      <ProjectDialogs project={project} open={dialog} onOpenChange={setDialog} />
    </div>
  )
}

function PauseCard({ project, onPause }: { project: Project; onPause: () => void }) {
  const refusals = useProjectRefusals(project)
  const restore = useMutation(restoreProject(project.ref))
  if (can('restore', project.status))
    return (
      <Card
        title="Restore project"
        description="Starts the database again."
        actions={
          <Button
            icon={CirclePlay}
            reason={refusals.restore}
            loading={restore.isPending}
            onClick={() => restore.mutate()}
          >
            Restore
          </Button>
        }
      />
    )
  return (
    <Card
      title="Pause project"
      description="Stops the database until someone restores it. All data and settings are kept."
      actions={
        <Button
          icon={CirclePause}
          reason={refusals.pause ?? reasonAgainst('pause', project.status)}
          onClick={onPause}
        >
          Pause
        </Button>
      }
    />
  )
}
