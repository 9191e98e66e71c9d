import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { projectTool } from '../tool.ts'

const feature = 'development'

export const developmentTools = [
  projectTool({
    name: 'get_project_url',
    title: "Show the project's URL",
    description: "Shows the URL of a project's API, which client libraries take beside a key.",
    ...{ feature, effect: 'reads' },
    input: {},
    audit: {},
    run: async (_input, { origin, project }) => `${origin}/p/${project.ref}`,
  }),
  projectTool({
    name: 'get_publishable_keys',
    title: 'Show the publishable keys',
    description:
      "Shows the keys of a project's API that are safe in apps and pages: publishable ones, and the legacy anon key where it is accepted. Secret keys are never shown here.",
    ...{ feature, effect: 'reads' },
    input: {},
    audit: {},
    run: async (_input, { call, project }) =>
      (await call(listApiKeys, { params: { ref: project.ref } }))
        .filter(({ type, name }) => type === 'publishable' || (type === 'legacy' && name === 'anon'))
        .map(({ type, name, description, api_key }) => ({ type, name, description, api_key })),
  }),
]
