import { listBuckets } from '@basalt/contract/storage/buckets.endpoints.ts'
import { StorageConfigChange } from '@basalt/contract/storage/settings.schema.ts'
import { getStorageConfig, updateStorageConfig } from '@basalt/contract/storage/storage.endpoints.ts'
import { projectTool } from '../tool.ts'

const feature = 'storage'

export const storageTools = [
  projectTool({
    name: 'list_storage_buckets',
    title: 'List storage buckets',
    description: "Lists the buckets of a project's storage with their rules.",
    feature,
    effect: 'reads',
    input: {},
    audit: {},
    run: (_input, { call, project }) => call(listBuckets, { params: { ref: project.ref }, query: {} }),
  }),
  projectTool({
    name: 'get_storage_config',
    title: 'Show the storage settings',
    description:
      "Shows the largest file that a project's storage accepts, in bytes, and which features are on.",
    feature,
    effect: 'reads',
    input: {},
    audit: {},
    run: (_input, { call, project }) => call(getStorageConfig, { params: { ref: project.ref } }),
  }),
  projectTool({
    name: 'update_storage_config',
    title: 'Change the storage settings',
    description: "Changes the settings of a project's storage. Omitted settings stay as they are.",
    feature,
    effect: 'writes',
    isRepeatable: true,
    input: { config: StorageConfigChange },
    audit: { keeps: ['config'] },
    run: ({ config }, { call, project }) =>
      call(updateStorageConfig, { params: { ref: project.ref }, body: config }),
  }),
]
