import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { partsOf } from '../../../../lib/parts-of.ts'
import { NearbyPart } from '../../../../ui/NearbyPart.tsx'
import { projectQueries } from '../projects.queries.ts'
import { ProjectCard } from './ProjectCard.tsx'
import { projectGridClass } from './project-grid-class.ts'

/** Fills whole lines whether one, two or three cards stand in a line. */
const PART_SIZE = 48

export function ProjectGrid({ slug, projects }: { slug: string; projects: readonly Project[] }) {
  const { data: activity } = useQuery(projectQueries.activity(slug))
  return (
    <div className="flex flex-col gap-4">
      {partsOf(projects, PART_SIZE).map(({ start, items }) => (
        <NearbyPart key={start}>
          <ul
            aria-label={start === 0 ? 'Projects' : `Projects from ${start + 1}`}
            className={projectGridClass}
          >
            {items.map((project) => (
              <ProjectCard key={project.ref} project={project} activity={activity?.[project.ref]} />
            ))}
          </ul>
        </NearbyPart>
      ))}
    </div>
  )
}
