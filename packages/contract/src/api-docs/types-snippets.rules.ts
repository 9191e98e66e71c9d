import type { ApiTarget } from './api-call.rules.ts'
import { javascriptSetup } from './javascript-snippet.rules.ts'

/** The JavaScript set-up with the database's types. */
export const typedSetup = (target: ApiTarget) =>
  javascriptSetup(target)
    .replace("'\n", "'\nimport type { Database } from './database.types.ts'\n")
    .replace('createClient(', 'createClient<Database>(')

/**
 * A shell command that writes the types to a file. It uses Node, which every TypeScript project has. `path` is the path
 * of the generating call, with the project's ref.
 */
export const typesCommand = (origin: string, path: string) =>
  [
    `curl --fail --silent --show-error '${origin}${path}' \\`,
    '  -H "Authorization: Bearer $ACCESS_TOKEN" \\',
    // Node writes the file instead of the shell, so that a failed request leaves the old one alone.
    `  | node -e 'const fs = require("fs"), { types } = JSON.parse(fs.readFileSync(0, "utf8"))`,
    `    fs.writeFileSync("database.types.ts", types)'`,
    '',
  ].join('\n')
