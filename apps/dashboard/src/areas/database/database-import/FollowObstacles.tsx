import type { SourceCheck } from '@basalt/contract/database-import/database-import.schema.ts'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { fixesFor } from './follow-obstacle.rules.ts'

/** What has to change at a source before it can be followed, with the statements. */
export function FollowObstacles({ check, chosen }: { check: SourceCheck; chosen: ReadonlySet<string> }) {
  const fixes = fixesFor(check, chosen)
  return (
    <>
      {check.follow.obstacles.map((obstacle) => (
        <Callout key={obstacle} tone="warning">
          {obstacle}
        </Callout>
      ))}
      {fixes.length > 0 && (
        <div className="flex flex-col gap-2 text-sm">
          <Callout tone="warning" title="Run this at the source, or leave the schemas out">
            Without a key, the source would refuse to update and delete rows of these tables once they are
            followed. Unlogged tables have to be logged.
          </Callout>
          <CodeBlock code={fixes.join('\n')} />
        </div>
      )}
    </>
  )
}
