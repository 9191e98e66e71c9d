import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { addonQueries } from '../../project/addons/addons.queries.ts'

/** Which add-ons the projects of an organization have. Each project's own settings change them. */
export function AddonUseCard({ slug }: { slug: string }) {
  const { data, error } = useQuery(addonQueries.use(slug))
  return (
    <Card title="Add-ons" description="Each project's settings switch them on and off.">
      {data ? (
        <ul className="text-sm">
          {data.map(({ type, name, projects, of }) => (
            <li key={type} className="flex justify-between gap-4">
              <span>{name}</span>
              <span className="text-ink-muted tabular-nums">
                {of === 0
                  ? 'No projects yet'
                  : `On in ${projects} of ${of} ${of === 1 ? 'project' : 'projects'}`}
              </span>
            </li>
          ))}
        </ul>
      ) : error ? (
        <p role="alert" className="text-critical-ink text-sm">
          {`The add-ons could not be loaded: ${error.message}`}
        </p>
      ) : (
        <Skeleton className="h-5 w-full" />
      )}
    </Card>
  )
}
