import type { ApiTarget } from '@basalt/contract/api-docs/api-call.rules.ts'
import { getTypescriptTypes } from '@basalt/contract/api-docs/client-types.endpoints.ts'
import { javascriptSetup } from '@basalt/contract/api-docs/javascript-snippet.rules.ts'

/** The set-up of JavaScript, told what the database looks like. */
export const typedSetup = (target: ApiTarget) =>
  javascriptSetup(target)
    .replace("'\n", "'\nimport type { Database } from './database.types.ts'\n")
    .replace('createClient(', 'createClient<Database>(')

/** Writes the types where Node is at hand, which every project of TypeScript has. */
export const typesCommand = (origin: string, ref: string) =>
  [
    `curl --fail --silent '${origin}${getTypescriptTypes.path.replace(':ref', ref)}' \\`,
    '  -H "Authorization: Bearer $ACCESS_TOKEN" \\',
    `  | node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).types' \\`,
    '  > database.types.ts',
    '',
  ].join('\n')
