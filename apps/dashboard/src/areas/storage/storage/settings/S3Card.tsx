import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { StorageConfig } from '@basalt/contract/storage/settings.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { Switch } from '../../../../ui/controls/Switch.tsx'
import { Card } from '../../../../ui/layout/Card.tsx'
import { DescriptionList } from '../../../../ui/table/DescriptionList.tsx'
import { changeStorageConfig } from './settings.queries.ts'

/** The endpoint for S3 clients, and its switch. */
export function S3Card({
  project: { ref, region },
  config,
  refusal,
}: {
  project: Project
  config: StorageConfig
  refusal: string | undefined
}) {
  const change = useMutation({
    ...changeStorageConfig(ref),
    meta: { errorTitle: 'Failed to update storage settings' },
  })
  const endpoint = `${location.origin}/p/${ref}/storage/v1/s3`
  return (
    <Card
      title="S3 connection"
      description="Read and write the files of this project with any S3-compatible tool."
    >
      <div className="flex flex-col gap-3">
        <Switch
          trailing
          label="Enable connection via S3 protocol"
          description={refusal ?? 'Access keys stop working while this is off.'}
          checked={config.features.s3Protocol.enabled}
          disabled={refusal !== undefined || change.isPending}
          onCheckedChange={(enabled) => change.mutate({ features: { s3Protocol: { enabled } } })}
        />
        <DescriptionList
          items={[
            { label: 'Endpoint', value: <code className="text-xs">{endpoint}</code>, copy: endpoint },
            { label: 'Region', value: <code className="text-xs">{region}</code>, copy: region },
          ]}
        />
      </div>
    </Card>
  )
}
