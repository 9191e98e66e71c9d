import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can } from '@basalt/contract/projects/status.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { ChevronDown, CirclePause, CirclePlay, PencilLine, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../../ui/menu/MenuSeparator.tsx'
import { restoreProject } from '../projects.queries.ts'
import { useProjectRefusals } from '../state/use-project-refusals.ts'
import { reasonAgainst } from './action-reasons.rules.ts'
import { type ProjectDialog, ProjectDialogs } from './ProjectDialogs.tsx'
import { useMayDelete } from './use-may-delete.ts'

/** The actions menu of a project; disabled actions have a reason. */
export function ProjectActions({ project }: { project: Project }) {
  const [dialog, setDialog] = useState<ProjectDialog>()
  const restore = useMutation(restoreProject(project.ref))
  const mayDelete = useMayDelete()
  const refusals = useProjectRefusals(project)
  const { status } = project
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button>
            Actions
            <ChevronDown className="size-4" aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={PencilLine} reason={refusals.rename} onSelect={() => setDialog('rename')}>
          Rename
        </MenuItem>
        <MenuItem
          icon={RotateCw}
          reason={refusals.restart ?? reasonAgainst('restart', status)}
          onSelect={() => setDialog('restart')}
        >
          Restart
        </MenuItem>
        {can('restore', status) ? (
          <MenuItem icon={CirclePlay} reason={refusals.restore} onSelect={() => restore.mutate()}>
            Restore
          </MenuItem>
        ) : (
          <MenuItem
            icon={CirclePause}
            reason={refusals.pause ?? reasonAgainst('pause', status)}
            onSelect={() => setDialog('pause')}
          >
            Pause
          </MenuItem>
        )}
        {mayDelete && (
          <>
            <MenuSeparator />
            <MenuItem
              icon={Trash2}
              destructive
              reason={refusals.delete ?? reasonAgainst('delete', status)}
              onSelect={() => setDialog('delete')}
            >
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
      <ProjectDialogs project={project} open={dialog} onOpenChange={setDialog} />
    </>
  )
}
