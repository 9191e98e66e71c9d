import { getTypescriptTypes } from '@basalt/contract/api-docs/client-types.endpoints.ts'
import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { MCP_TYPES_MAX } from '@basalt/contract/mcp/mcp.rules.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import { AppError } from '../../../http/app-error.ts'
import { projectTool } from '../tool.ts'

const feature = 'development'

export const developmentTools = [
  projectTool({
    name: 'get_project_url',
    title: "Show the project's URL",
    description: "Shows the URL of a project's API, which client libraries need together with a key.",
    feature,
    effect: 'reads',
    input: {},
    audit: {},
    run: async (_input, { origin, project }) => `${origin}/p/${project.ref}`,
  }),
  projectTool({
    name: 'get_publishable_keys',
    title: 'Show the publishable keys',
    description:
      "Shows the keys of a project's API that are safe in apps and web pages: publishable ones, and the legacy anon key where it is accepted. Secret keys are never shown here.",
    feature,
    effect: 'reads',
    input: {},
    audit: {},
    run: async (_input, { call, project }) =>
      (await call(listApiKeys, { params: { ref: project.ref } }))
        .filter(({ type, name }) => type === 'publishable' || (type === 'legacy' && name === 'anon'))
        .map(({ type, name, description, api_key }) => ({ type, name, description, api_key })),
  }),
  projectTool({
    name: 'generate_typescript_types',
    title: 'Generate TypeScript types',
    description:
      'Generates the types of what the API of a project exposes, for supabase-js: save them as database.types.ts, and regenerate them after each change of the structure.',
    feature,
    effect: 'reads',
    input: {},
    audit: {},
    async run(_input, { call, project, origin }) {
      const params = { ref: project.ref }
      const { types } = await call(getTypescriptTypes, { params, query: {} })
      if (types.length <= MCP_TYPES_MAX) return types
      // A truncated file would be useless.
      throw new AppError(
        'too_large',
        `The types have ${types.length} characters, too many for an answer. Fetch ${origin}${requestUrl(getTypescriptTypes, { params })} with an access token as bearer token, and save the field types of the JSON.`,
      )
    },
  }),
]
