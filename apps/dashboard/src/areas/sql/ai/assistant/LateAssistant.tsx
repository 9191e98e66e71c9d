import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useSidePanel } from '../../../../app/shell/side-panel.port.ts'
import { lateLayer } from '../../../../ui/late-layer.tsx'

const ProjectAssistant = lateLayer(
  () => import('./ProjectAssistant.tsx').then((module) => module.ProjectAssistant),
  ({ isOpen }) => isOpen,
)

/** The assistant at the side of a project's pages. Its code comes after the page. */
export function LateAssistant(props: { project: Project; userId: string | undefined }) {
  return <ProjectAssistant {...props} isOpen={useSidePanel() === 'assistant'} />
}
