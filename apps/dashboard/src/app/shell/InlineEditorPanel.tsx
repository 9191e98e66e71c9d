import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { FocusReturn } from '../../ui/FocusReturn.tsx'
import { lazyLayer } from '../../ui/lazy-layer.tsx'
import { useSidePanel } from './side-panel.port.ts'

const ProjectInlineEditor = lazyLayer(
  () => import('./ProjectInlineEditor.tsx').then((module) => module.ProjectInlineEditor),
  () => true,
)

/** The inline SQL editor beside a project's pages. Its code loads when it is first opened. */
export function InlineEditorPanel({ project }: { project: Project }) {
  if (useSidePanel() !== 'inline-editor') return null
  return (
    <FocusReturn>
      <ProjectInlineEditor project={project} />
    </FocusReturn>
  )
}
