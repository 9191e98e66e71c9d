import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useSidePanel } from '../../../../app/shell/side-panel.port.ts'
import { lazyLayer } from '../../../../ui/lazy-layer.tsx'

const ProjectAssistant = lazyLayer(
  () => import('./ProjectAssistant.tsx').then((module) => module.ProjectAssistant),
  ({ isOpen }) => isOpen,
)

/** The assistant beside a project's pages. Its code loads after the page. */
export function LazyAssistant(props: { project: Project; userId: string | undefined }) {
  return <ProjectAssistant {...props} isOpen={useSidePanel() === 'assistant'} />
}
