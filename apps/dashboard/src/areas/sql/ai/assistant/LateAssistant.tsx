import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useSidePanel } from '../../../../app/shell/side-panel.port.ts'
import { lateLayer } from '../../../../ui/late-layer.tsx'

const ProjectAssistant = lateLayer(
  () => import('./ProjectAssistant.tsx').then((module) => module.ProjectAssistant),
  ({ isOpen }) => isOpen,
)

/** The assistant beside a project's pages. Its code loads after the page. */
export function LateAssistant(props: { project: Project; userId: string | undefined }) {
  return <ProjectAssistant {...props} isOpen={useSidePanel() === 'assistant'} />
}
