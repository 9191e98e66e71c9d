import type { ApiTarget } from './api-call.rules.ts'
import { javascriptSetup } from './javascript-snippet.rules.ts'

/** The set-up of JavaScript, told what the database looks like. */
export const typedSetup = (target: ApiTarget) =>
  javascriptSetup(target)
    .replace("'\n", "'\nimport type { Database } from './database.types.ts'\n")
    .replace('createClient(', 'createClient<Database>(')

/**
 * Writes the types where Node is at hand, which every project of TypeScript has. `path` is that of the call that
 * makes them, with the ref of the project.
 */
export const typesCommand = (origin: string, path: string) =>
  [
    `curl --fail --silent --show-error '${origin}${path}' \\`,
    '  -H "Authorization: Bearer $ACCESS_TOKEN" \\',
    // Node writes the file, and not the shell: the old one stays when the request fails.
    `  | node -e 'const fs = require("fs"), { types } = JSON.parse(fs.readFileSync(0, "utf8"))`,
    `    fs.writeFileSync("database.types.ts", types)'`,
    '',
  ].join('\n')
