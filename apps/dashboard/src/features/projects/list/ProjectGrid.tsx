import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { partsOf } from '../../../lib/parts-of.ts'
import { NearbyPart } from '../../../ui/NearbyPart.tsx'
import { ProjectCard } from './ProjectCard.tsx'
import { projectGridClass } from './project-grid-class.ts'

/** Fills whole lines whether one, two or three cards stand in a line. */
const PART_SIZE = 48

export function ProjectGrid({ projects }: { projects: readonly Project[] }) {
  return (
    <div className="flex flex-col gap-4">
      {partsOf(projects, PART_SIZE).map(({ start, items }) => (
        <NearbyPart key={start}>
          <ul
            aria-label={start === 0 ? 'Projects' : `Projects from ${start + 1}`}
            className={projectGridClass}
          >
            {items.map((project) => (
              <ProjectCard key={project.ref} project={project} />
            ))}
          </ul>
        </NearbyPart>
      ))}
    </div>
  )
}
